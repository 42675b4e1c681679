/** What followers are told of, the most urgent first. */
export const alertKinds = ['urgentLow', 'low', 'high', 'notLooping', 'noCommunication'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What has become of one kind of alert; each is absent until it happens. Milliseconds since the epoch. */
export interface AlertActivity {
  /** When it last began. */
  triggered?: number;
  /** When the follower was last told. */
  sent?: number;
  /** When it last was over. */
  resolved?: number;
}

export type AlertsActivity = Partial<Record<AlertKind, AlertActivity>>;

/** It has begun and is not over. */
export const isActive = ({ triggered = -Infinity, resolved = -Infinity }: AlertActivity): boolean =>
  triggered > resolved;

/** The follower was told since it began. */
export const isSent = ({ triggered = -Infinity, sent = -Infinity }: AlertActivity): boolean =>
  sent > triggered;

/** The activity once the follower was told. */
export function afterSending(activity: AlertsActivity, kind: AlertKind, now: number): AlertsActivity {
  const before = activity[kind] ?? {};
  return { ...activity, [kind]: { ...before, sent: Math.max(now, (before.triggered ?? -Infinity) + 1) } };
}
