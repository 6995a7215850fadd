// What the Tab key reaches.

/** Presses Tab from the top of the page until it comes round; returns what shows no focus ring, and what was not reached. */
export async function tabbed(page) {
  const ringless = [];
  await page.evaluate(() => document.querySelectorAll('[data-tabbed]').forEach((element) => delete element.dataset.tabbed));
  await page.locator('.skip').focus();
  for (let step = 0; step < 500; ++step) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === document.body || element.dataset.tabbed || element.matches('.skip')) return null;
      element.dataset.tabbed = 'yes';
      const shown = ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      // A radio button's ring is that of its tile; a line of the chart shows its band instead.
      const ring = [element, element.closest('.tile')].some((each) => each && shown(getComputedStyle(each)))
        || [...element.querySelectorAll('.band')].some((band) => Number(getComputedStyle(band).opacity) > 0);
      return { what: element.outerHTML.slice(0, 120), ring };
    });
    if (!stop) return { ringless, unreached: await unreached(page) };
    if (!stop.ring) ringless.push(stop.what);
  }
  throw new Error('the Tab key never comes round');
}

/** Controls that were not visited; of a group of radio buttons one is enough. */
function unreached(page) {
  return page.evaluate(() => [...document.querySelectorAll('a[href]:not(.skip), button, select, input, summary')].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.disabled || element.tabIndex < 0 || element.dataset.tabbed) return false;
    return !(element.type === 'radio' && document.querySelector(`input[name="${element.name}"][data-tabbed]`));
  }).map((element) => element.outerHTML.slice(0, 120)));
}
