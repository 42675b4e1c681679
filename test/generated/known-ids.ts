import type { Dice } from '../simulation/dice';

/** Kinds of ids. The first whose pattern matches the name of an argument applies. */
const kinds = {
  email: /email/i,
  patient: /patient(?!Tag)/i,
  clinician: /clinician/i,
  tag: /tag/i,
  site: /site/i,
  prescription: /prescription/i,
  dataSet: /data_?set|upload/i,
  message: /message|parent|thread/i,
  blob: /blob/i,
  log: /log/i,
  shareCode: /share_?code/i,
  invitation: /invit|key/i,
  clinic: /clinic/i,
  user: /user|owner|member|account|follow|custodian|creator|inviter|sharer/i,
} as const;

export type IdKind = keyof typeof kinds;

/** An id, key or address, and its kind. */
export type KnownId = readonly [kind: IdKind | 'other', id: string];

/** The kind for a name; for a plain `id`, the name of its parent decides. */
export function findIdKind(name: string, within = ''): IdKind | 'other' {
  const names = /^(id|ids|key)$/i.test(name) ? [within, name] : [name, within];
  for (const each of names)
    for (const [kind, pattern] of Object.entries(kinds)) if (pattern.test(each)) return kind as IdKind;
  return 'other';
}

/** Usually an id of the expected kind, sometimes of another one. */
export function chooseId(ids: readonly KnownId[], dice: Dice, name: string, within = ''): string {
  const kind = findIdKind(name, within);
  const fitting = dice.onceIn(5) ? [] : ids.filter(([each]) => each === kind);
  const [, id] = dice.oneOf(fitting.length > 0 ? fitting : ids) ?? ['other', 'nothing'];
  return id;
}
