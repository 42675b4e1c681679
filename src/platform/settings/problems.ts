import type { z } from 'zod';
import { shownValue } from './shown-value';

type Issue = z.core.$ZodRawIssue;

/** Phrases for what a value must be, where the setting has none of its own. Each completes `NAME: …`. */
export function settingProblem(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
    case 'too_small':
      return issue.inclusive ? `must be at least ${issue.minimum}` : `must be more than ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address that starts with http:// or https://' : undefined;
    default:
      return undefined;
  }
}

/** One line for each problem: the setting, what it must be, and what it is unless that is a secret. */
export function problemLines(issues: readonly z.core.$ZodIssue[], given: NodeJS.ProcessEnv): string[] {
  return issues.map(({ path, message }) => {
    const name = String(path[0]);
    const shown = shownValue(name, given[name] ?? '');
    return `  ${name}: ${message}${shown === undefined || shown === '' ? '' : `, and is "${shown}"`}`;
  });
}
