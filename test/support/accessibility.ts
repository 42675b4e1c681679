import { source } from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** axe violations on a page, one line per element: rule, impact and element. Third-party frames are skipped. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { iframes: false })');
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

/** Widths and color schemes that every page must support. */
export const screens = [
  ['a phone', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['a phone at night', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['a desktop at night', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const;
