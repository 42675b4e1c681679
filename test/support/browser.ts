import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findBrowser } from './installed-programs';

/**
 * Starts Chromium for a test; the caller closes it. `CHROMIUM_PATH` names the executable where it is not in
 * the `PATH`. The browser is told to make no requests of its own, so that what a test sees on the network is
 * what the page asked for.
 *
 *     const browser = await openBrowser();
 *     const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
 *     await page.goto(`${baseUrl}/explorer`);
 *     ...
 *     await browser.close();
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
