// Everything a browser test needs: a real Chromium, referees, bots and visitors. All are stopped at the end.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PacedBot } from './paced_bot.mjs';
import { Referee } from './referee.mjs';
import { kPatience } from './until.mjs';
import { watchedPage } from './watched_page.mjs';

export const modules = createRequire(join(process.env.QUIVER_BROWSER_MODULES, 'package.json'));
const kShots = process.env.QUIVER_BROWSER_SHOTS ?? 'browser-failures';
export const kDesktop = { width: 1440, height: 900 };
export const kPhone = { width: 390, height: 844 };

let launched;
function browser() {
  const { chromium } = modules('playwright-core');
  // Chromium's sandbox does not work for root.
  const args = process.getuid() === 0 ? ['--no-sandbox'] : [];
  launched ??= chromium.launch({ executablePath: process.env.QUIVER_CHROMIUM ?? '/usr/bin/chromium', args });
  return launched;
}
export const closeBrowser = async () => (await launched)?.close();

export class Stage {
  referees = [];
  pages = [];
  contexts = [];
  bots = [];

  /** Runs `quiver WORDS… --web`, and waits for its page. */
  async referee(words, options) {
    // A daemon would wait for its games when it is stopped.
    const referee = new Referee(words[0] === 'serve' ? [...words, '--listen', '127.0.0.1:0', '--grace', '1ms'] : words, options);
    this.referees.push(referee);
    return referee.open();
  }

  /** A bot that moves when the test says so. */
  pacedBot(options) {
    const bot = new PacedBot(options);
    this.bots.push(bot);
    return bot;
  }

  /** A new visitor, with an empty profile. */
  async visitor({ size = kDesktop, ...options } = {}) {
    const context = await (await browser()).newContext({ viewport: size, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(kPatience);
    this.contexts.push(context);
    return context;
  }

  /** Opens an address, as an earlier visitor or as a new one. */
  async open(address, { visitor, allow, ...options } = {}) {
    const page = await watchedPage(visitor ?? await this.visitor(options), new URL(address).origin, { allow });
    this.pages.push(page);
    await page.goto(address);
    return page;
  }

  async report(name) {
    mkdirSync(kShots, { recursive: true });
    for (const [index, page] of this.pages.entries()) {
      const file = join(kShots, `${name.replace(/[^\w]+/g, '-')}-${index}.png`);
      const shot = await page.screenshot({ path: file }).then(() => file, (error) => `none: ${error.message}`);
      console.error(`--- page ${index}: ${page.url()}, screenshot: ${shot}\n${page.log.join('\n')}`);
    }
    for (const referee of this.referees) console.error(`--- the referee said:\n${referee.said}`);
  }

  async clear() {
    await Promise.all(this.contexts.map((context) => context.close()));
    for (const bot of this.bots) bot.leave();
    const ends = await Promise.allSettled(this.referees.map((referee) => referee.stop()));
    for (const thing of [...this.referees, ...this.bots]) thing.clear();
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
  }
}
