import { source } from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResults {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

/**
 * What axe finds wrong with a page, one line for each element: name of the rule, how much it matters, and the element.
 * Frames of others are passed over.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { iframes: false })');
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact}): ${html.replace(/\s+/g, ' ').slice(0, 300)}`),
  );
}

/** Widths and colors of screens that every page must suit. */
export const screens = [
  ['a phone', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['a phone at night', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a desktop', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['a desktop at night', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const;
