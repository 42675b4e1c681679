import { z } from 'zod';
import { badInput, type Finding } from '../../platform/errors';

/** Range of thresholds in mg/dL and mmol/L, both inclusive. */
const highest = { 'mg/dL': 1000, 'mmol/L': 55 } as const;

type Units = keyof typeof highest;

const unitsAsSpelled: Record<string, Units> = {
  'mg/dL': 'mg/dL',
  'mg/dl': 'mg/dL',
  'mmol/L': 'mmol/L',
  'mmol/l': 'mmol/L',
};

/** A problem that only we can tell, with the code of its finding. */
const withCode = (code: string) => ({ code: 'custom' as const, params: { code } });

const units = z.string().transform((spelled, context) => {
  const known = Object.hasOwn(unitsAsSpelled, spelled) ? unitsAsSpelled[spelled] : undefined;
  if (known) return known;
  context.addIssue({ ...withCode('value-not-allowed'), message: 'The units must be mg/dL or mmol/L.' });
  return z.NEVER;
});

const threshold = z
  .object({ value: z.number().min(0, 'It must be at least 0.'), units })
  .refine(({ value, units: each }) => value <= highest[each], {
    ...withCode('value-out-of-range'),
    path: ['value'],
    message: 'It must be at most 1000 mg/dL or 55 mmol/L.',
  });

const enabled = z.boolean().nullish().transform(Boolean);

const wholeMinutes = z.custom<number>(Number.isInteger, {
  ...withCode('type-not-int'),
  message: 'It must be a whole number of minutes.',
  abort: true,
});

/** Minutes. */
const delay = (longest: number) =>
  wholeMinutes
    .refine((minutes) => minutes >= 0 && minutes <= longest, {
      ...withCode('value-out-of-range'),
      message: `It must be between 0 and ${longest} minutes.`,
    })
    .nullish()
    .transform((minutes) => minutes ?? 0);

/** Minutes; 0 turns repetition off. */
const repeat = wholeMinutes
  .refine((minutes) => minutes === 0 || (minutes >= 15 && minutes <= 240), {
    ...withCode('value-out-of-range'),
    message: 'It must be 0 or between 15 and 240 minutes.',
  })
  .nullish()
  .transform((minutes) => minutes ?? 0);

const section = <Shape extends z.ZodObject>(shape: Shape) =>
  shape.nullish().transform((given) => given ?? undefined);

/**
 * Clients send it for every kind of alert, so it must be valid for every kind; kinds with their own schedule ignore
 * it.
 */
const withoutUse = repeat.transform(() => undefined).optional();

/** Every section is replaced as a whole; unknown fields are dropped. */
const alertsConfig = z.object({
  uploadId: z
    .string()
    .regex(/^(upid_[0-9a-f]{12}|upid_[0-9a-f]{32}|[0-9a-z]{32})$/, 'It is not a valid data set id.')
    .nullish()
    .transform((id) => id ?? undefined),
  urgentLow: section(z.object({ enabled, threshold, repeat: withoutUse })),
  low: section(z.object({ enabled, threshold, delay: delay(120), repeat })),
  high: section(z.object({ enabled, threshold, delay: delay(360), repeat })),
  notLooping: section(z.object({ enabled, delay: delay(120), repeat: withoutUse })),
  noCommunication: section(z.object({ enabled, delay: delay(360), repeat: withoutUse })),
});

/** A follower's alerts about a person who lets them follow. Delays and repetition are in minutes. */
export type AlertsConfig = z.output<typeof alertsConfig>;

const sections = ['urgentLow', 'low', 'high', 'notLooping', 'noCommunication'] as const;

/**
 * The configuration in a request, with defaults and without unknown fields. Throws a finding for each invalid value,
 * and when nothing is configured.
 *
 * @param path its place in the request, for the findings
 */
export function checkAlertsConfig(given: unknown, path = ''): AlertsConfig {
  const { success, data, error } = alertsConfig.safeParse(given, { reportInput: true });
  if (!success)
    throw badInput(
      'The alerts configuration is invalid.',
      error.issues.map((issue) => finding(issue, path)),
    );
  if (sections.every((name) => data[name] === undefined)) {
    const detail = `At least one of ${sections.join(', ')} is required.`;
    throw badInput(detail, [
      { code: 'value-not-exists', title: 'value does not exist', detail, source: { pointer: path } },
    ]);
  }
  return data;
}

const codes: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  too_small: 'value-out-of-range',
  too_big: 'value-out-of-range',
};

/** By the type that zod expects. */
const typeCodes: Partial<Record<string, string>> = {
  number: 'type-not-float',
  string: 'type-not-string',
  boolean: 'type-not-bool',
  object: 'type-not-object',
};

function codeFor(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'custom') return issue.params?.code as string | undefined;
  if (issue.code !== 'invalid_type') return codes[issue.code];
  return issue.input === undefined ? 'value-not-exists' : typeCodes[issue.expected];
}

function finding(issue: z.core.$ZodIssue, path: string): Finding {
  const pointer = [path, ...issue.path.map(String)].join('/');
  const code = codeFor(issue) ?? 'value-not-valid';
  const title = code === 'value-not-exists' ? 'value does not exist' : 'value is not valid';
  return { code, title, detail: issue.message, source: { pointer } };
}
