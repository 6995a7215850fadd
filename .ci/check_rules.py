#!/usr/bin/env python3
"""Every rule of docs/play/rules.md is named by a test, and every id that a test names is a rule.

A rule is an id in square brackets, such as [A7]. A test names rules at the beginning of its own name,
joined by underscores: TEST(AmazonsRules, A7_A8_RaysEnd). Run from anywhere; exits with 1 if something is amiss.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULE = re.compile(r"\[([A-Z]\d+)\]")
TEST = re.compile(r"\b(?:TYPED_)?TEST(?:_F|_P)?\s*\(\s*\w+\s*,\s*(\w+)\s*\)")
ID = re.compile(r"[A-Z]\d+")


def by_letter_and_number(rule_id):
    return rule_id[0], int(rule_id[1:])


def rules():
    """The ids of docs/play/rules.md in its order, each as often as it stands there."""
    return RULE.findall((ROOT / "docs/play/rules.md").read_text(encoding="utf-8"))


def named_by_tests():
    """Each id that a test names, with the tests that name it."""
    named = {}
    for path in sorted((ROOT / "tests").rglob("*.cpp")):
        for name in TEST.findall(path.read_text(encoding="utf-8")):
            for word in name.split("_"):
                if not ID.fullmatch(word):
                    break
                named.setdefault(word, []).append(f"{path.relative_to(ROOT)}: {name}")
    return named


def main():
    all_rules = rules()
    named = named_by_tests()
    complaints = []
    for rule_id in sorted({r for r in all_rules if all_rules.count(r) > 1}, key=by_letter_and_number):
        complaints.append(f"docs/play/rules.md has [{rule_id}] more than once")
    for rule_id in dict.fromkeys(all_rules):
        if rule_id not in named:
            complaints.append(f"no test names [{rule_id}]")
    for rule_id in sorted(named.keys() - set(all_rules), key=by_letter_and_number):
        for test in named[rule_id]:
            complaints.append(f"there is no rule [{rule_id}], named by {test}")
    if not all_rules:
        complaints.append("docs/play/rules.md has no rules")
    for complaint in complaints:
        print(complaint)
    if complaints:
        return 1
    print(f"{len(all_rules)} rules, each named by a test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
