import { badInput, type Finding } from '../../platform/errors';
import { parseIsoTime } from '../../platform/iso-time';
import { isLongerThan } from '../../platform/validation/values/text';

/** The content of a message, as sent by the client. */
export interface MessageContent {
  /** Id assigned by the client, up to 255 characters. */
  guid: string;
  /** Time of the event: an ISO 8601 date-time, stored unchanged. */
  timestamp: string;
  text: string;
}

const longestGuid = 255;

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

function checkField(name: keyof MessageContent, value: unknown): Finding[] {
  const source = { pointer: `/input/${name}` };
  if (!isGiven(value)) {
    return [{ code: 'value-empty', title: 'value is empty', detail: 'A text is required here.', source }];
  }
  if (name === 'guid' && isLongerThan(value, longestGuid)) {
    const detail = `It has more than ${longestGuid} characters.`;
    return [{ code: 'length-out-of-range', title: 'length is out of range', detail, source }];
  }
  if (name === 'timestamp' && parseIsoTime(value) === undefined) {
    const detail = `"${value}" is not a time such as 2024-05-06T07:08:09+02:00.`;
    return [{ code: 'value-not-parsable', title: 'value cannot be read', detail, source }];
  }
  return [];
}

const refuse = (findings: Finding[]): void => {
  if (findings.length > 0) throw badInput('The message is invalid.', findings);
};

/** Throws with every finding when a message is incomplete or invalid. */
export function assertWhole(content: MessageContent): void {
  const names = ['guid', 'timestamp', 'text'] as const;
  refuse(names.flatMap((name) => checkField(name, content[name])));
}

/** What an edit changes: time, text or both; empty fields stay unchanged. */
export type MessageChanges = Partial<Pick<MessageContent, 'timestamp' | 'text'>>;

/** The changes that an edit makes. Throws when there are none. */
export function readChanges(given: MessageChanges): MessageChanges {
  const names = ['timestamp', 'text'] as const;
  const named = names.filter((name) => isGiven(given[name]));
  refuse((named.length > 0 ? named : names).flatMap((name) => checkField(name, given[name])));
  return Object.fromEntries(named.map((name) => [name, given[name]]));
}
