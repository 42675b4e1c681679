import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Half the size of the readable one: most of a small page's examination is reading it. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** axe violations within an element, one line each: rule, impact and element. Third-party frames are skipped. */
async function accessibilityProblems(page: Page, within: string): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe);
  const options = { iframes: false, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

/** Widths and color schemes that every page must support. */
const screens = [
  ['a small phone', { width: 320, height: 740 }, 'light'],
  ['a phone at night', { width: 390, height: 844 }, 'dark'],
  ['a desktop', { width: 1280, height: 800 }, 'light'],
  ['a desktop at night', { width: 1280, height: 800 }, 'dark'],
] as const;

interface Checks {
  /** Selector of what axe looks at; the whole page by default. */
  within?: string;
  /** Further problems on the present screen. */
  check?: () => Promise<string[]>;
}

/**
 * What keeps somebody from using an open page on one of the screens: axe violations, content that is wider than the
 * screen, and what `check` finds. The page stays open while the screen changes, as when a phone is turned.
 */
export async function problemsOnAnyScreen(
  page: Page,
  { within = 'html', check = () => Promise.resolve([]) }: Checks = {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, size, colorScheme] of screens) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const found = [...(await accessibilityProblems(page, within)), ...(await check())];
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')))
      found.push('the content is wider than the screen');
    problems.push(...found.map((problem) => `On ${name}: ${problem}`));
  }
  return problems;
}
