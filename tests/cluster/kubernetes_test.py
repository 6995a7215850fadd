#!/usr/bin/python3
"""The files of deploy/kubernetes: put together by kustomize, checked field by field, and played by podman.

    kubernetes_test.py ROOT BUILD

No Kubernetes runs here. `podman play kube` runs the pods of the two Deployments as they are written, with these exceptions,
which the test makes visible: one replica; the image is the one built here; no hostUsers, which needs /etc/subuid; and podman 4.3 does not
know procMount, so the worker takes --isolate=auto, nor $(NAME) in arguments. What hostUsers and procMount stand for is
checked by cluster_containers.
"""
import pathlib
import shutil
import subprocess
import sys

import yaml

from engine import IMAGE, POSTGRES, Engine, in_a_network_of_our_own
from stage import folder_of_our_own, records_of, run, say, until

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
FILES = ROOT / "deploy" / "kubernetes"
PASSWORD = "not-a-secret-4711"
SERVICE = f"[quiver]\nhost=postgres\nuser=quiver\ndbname=quiver\npassword={PASSWORD}\n"


def put_together(folder):
    """All objects, as `kubectl apply -k` would send them."""
    place = folder / "kubernetes"
    shutil.copytree(FILES, place)
    (place / "pg_service.conf").write_text(SERVICE)
    # Without the bot that uses all its time, which a busy machine may not give it.
    cup = (place / "cup.toml").read_text()
    assert '"champion", ' in cup
    (place / "cup.toml").write_text(cup.replace('"champion", ', ""))
    if shutil.which("kubectl"):
        text = run("kubectl", "kustomize", place)
        say("kustomize puts the files together")
        return [one for one in yaml.safe_load_all(text) if one]
    say("there is no kubectl: the files are read one by one")
    names = yaml.safe_load((place / "kustomization.yaml").read_text())["resources"]
    objects = [one for name in names for one in yaml.safe_load_all((place / name).read_text())]
    objects.append({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "quiver-tournament"},
                    "data": {"cup.toml": (place / "cup.toml").read_text()}})
    objects.append({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "quiver-database"},
                    "stringData": {"pg_service.conf": SERVICE}})
    return objects


def the(objects, kind, name):
    """Kustomize adds a hash to the names of what it generates."""
    found = [one for one in objects if one["kind"] == kind and one["metadata"]["name"].startswith(name)]
    assert len(found) == 1, f"{kind} {name}: {len(found)} of them"
    return found[0]


def selects(selector, labels):
    return selector.items() <= labels.items()


def check_pod(deployment, objects):
    spec = deployment["spec"]["template"]["spec"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert selects(deployment["spec"]["selector"]["matchLabels"], labels), labels
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True and spec["securityContext"]["runAsUser"] == 10001
    container, = spec["containers"]
    security = container["securityContext"]
    assert security["allowPrivilegeEscalation"] is False and security["capabilities"] == {"drop": ["ALL"]}, security
    assert security["readOnlyRootFilesystem"] is True, security
    assert {"cpu", "memory"} <= set(container["resources"]["limits"]) == set(container["resources"]["requests"]) | {"cpu"}
    assert "livenessProbe" in container
    for mount in container["volumeMounts"]:
        volume, = [one for one in spec["volumes"] if one["name"] == mount["name"]]
        if "secret" in volume:
            the(objects, "Secret", volume["secret"]["secretName"])
            assert volume["secret"]["defaultMode"] == 0o440 and mount["readOnly"], volume
        if "configMap" in volume:
            the(objects, "ConfigMap", volume["configMap"]["name"])
    return spec, container, labels


def check_fields(objects):
    for one in objects:
        assert one["kind"] == "Namespace" or one["metadata"].get("namespace", "quiver") == "quiver", one["metadata"]
    namespace = the(objects, "Namespace", "quiver")
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "privileged"

    worker = the(objects, "Deployment", "worker")
    spec, container, worker_labels = check_pod(worker, objects)
    # What full isolation needs, and Kubernetes gives a whole /proc to no pod with the users of the machine.
    assert spec["hostUsers"] is False and container["securityContext"]["procMount"] == "Unmasked"
    assert spec["securityContext"]["seccompProfile"] == spec["securityContext"]["appArmorProfile"] == {"type": "Unconfined"}
    assert "--isolate=required" in container["args"]
    assert container["resources"]["limits"] == container["resources"]["requests"], "clocks need what is guaranteed"
    assert container["livenessProbe"]["exec"]["command"] == ["quiver-health"]
    assert len("worker-0123456789-01234") <= 32, "the name of a pod has to be the name of a worker"

    referee = the(objects, "Deployment", "referee")
    spec, container, referee_labels = check_pod(referee, objects)
    assert referee["spec"]["replicas"] == 1 and referee["spec"]["strategy"] == {"type": "Recreate"}, "one holds the lock"
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    assert "procMount" not in container["securityContext"]
    ports = {one["name"]: one["containerPort"] for one in container["ports"]}
    for probe in ("livenessProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["path"] == "/healthz" and container[probe]["httpGet"]["port"] in ports
    assert f"--web=0.0.0.0:{ports['http']}" in container["args"] and "--web-public" in container["args"]

    service = the(objects, "Service", "referee")
    assert selects(service["spec"]["selector"], referee_labels) and not selects(service["spec"]["selector"], worker_labels)
    assert service["spec"]["ports"][0]["targetPort"] in ports
    check_policies(objects, worker_labels, referee_labels, ports["http"])
    assert PASSWORD not in yaml.safe_dump([one for one in objects if one["kind"] != "Secret"])
    say("all fields are as they have to be")


def check_policies(objects, worker_labels, referee_labels, port):
    all_pods = the(objects, "NetworkPolicy", "quiver")["spec"]
    for labels in (worker_labels, referee_labels):
        assert selects(all_pods["podSelector"]["matchLabels"], labels)
    assert set(all_pods["policyTypes"]) == {"Ingress", "Egress"} and "ingress" not in all_pods
    allowed = {(one["protocol"], one["port"]) for rule in all_pods["egress"] for one in rule["ports"]}
    assert allowed == {("TCP", 5432), ("TCP", 53), ("UDP", 53)}, allowed
    page = the(objects, "NetworkPolicy", "referee-page")["spec"]
    assert selects(page["podSelector"]["matchLabels"], referee_labels)
    assert not selects(page["podSelector"]["matchLabels"], worker_labels)
    assert page["ingress"] == [{"ports": [{"protocol": "TCP", "port": port}]}]


def for_podman(objects, kind, name):
    """A Deployment as podman 4.3 can play it."""
    one = the(objects, kind, name)
    one["spec"]["replicas"] = 1
    one["spec"]["template"]["spec"].pop("hostUsers", None)  # podman would want ranges of ids in /etc/subuid
    container = one["spec"]["template"]["spec"]["containers"][0]
    container["image"], container["imagePullPolicy"] = IMAGE, "Never"
    for volume in one["spec"]["template"]["spec"]["volumes"]:
        if "secret" in volume:
            volume["secret"]["optional"] = False  # the default, without which podman 4.3 crashes
    container["args"] = [word.replace("--isolate=required", "--isolate=auto").replace("$(POD_NAME)", "worker-pod-0")
                         for word in container["args"]]
    return one


def play(engine, folder, objects):
    (folder / "password").write_text(PASSWORD)
    engine.podman("network", "create", "quiver")
    engine.run("--detach", "--name", "postgres", "--network", "quiver", "--env", "POSTGRES_USER=quiver", "--env",
               "POSTGRES_PASSWORD_FILE=/password", "--volume", f"{folder}/password:/password:ro", POSTGRES)
    secret = the(objects, "Secret", "quiver-database")
    secret["data"] = {"pg_service.conf": SERVICE}  # podman 4.3 does not decode what is in a Secret
    (folder / "secret.yaml").write_text(yaml.safe_dump(secret))
    engine.podman("secret", "create", secret["metadata"]["name"], folder / "secret.yaml")
    settings = the(objects, "ConfigMap", "quiver-tournament")
    (folder / "settings.yaml").write_text(yaml.safe_dump(settings))
    for name in ("referee", "worker"):
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(for_podman(objects, "Deployment", name)))
        engine.podman("play", "kube", "--network", "quiver", "--configmap", folder / "settings.yaml", folder / f"{name}.yaml",
                      cwd=folder)  # where podman looks for folders called like images
    say("podman plays the pods:", engine.podman("ps", "--format", "{{.Names}}").split())
    until("the tournament is over", lambda: "40 of 40 games" in engine.podman("logs", "referee-pod-0-referee"))
    health = subprocess.run([*engine.podman_words, "exec", "worker-pod-0-worker", "quiver-health"], check=False)
    assert health.returncode == 0, "the worker is not healthy"
    ask = ["--rm", "--network", "quiver", "--env", "PGSERVICEFILE=/s/pg_service.conf", "--volume",
           f"{folder}/kubernetes:/s:ro", IMAGE]
    records = records_of(engine.run(*ask, "export", "--store=postgresql:///?service=quiver", "--format", "jsonl"))
    names = {record["worker"]["name"] for record in records}
    kinds = {(seat["isolation"], seat["limits"]) for record in records for seat in record["seats"]}
    say(f"{len(records)} games, each once, by {sorted(names)}, isolation and limits {sorted(kinds)}")
    assert len(records) == 40 and names == {"worker-pod-0"}, "a worker is called after its pod"
    engine.run(*ask, "verify", "postgresql:///?service=quiver")


def main():
    in_a_network_of_our_own(sys.argv)
    with folder_of_our_own("quiver-kube-") as folder:
        objects = put_together(folder)
        check_fields(objects)
        engine = Engine(BUILD)
        try:
            engine.need_image()
            play(engine, folder, objects)
        finally:
            for name in ("postgres", "referee-pod-0-referee", "worker-pod-0-worker"):
                print(f"--- {name}\n", subprocess.run([*engine.podman_words, "logs", "--tail", "8", name], text=True,
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False).stdout, flush=True)
            engine.close()


if __name__ == "__main__":
    main()
