/** Kinds of alerts, most urgent first. */
export type AlertKind = 'urgentLow' | 'low' | 'high' | 'notLooping' | 'noCommunication';

/** History of one kind of alert; absent times have not happened. Milliseconds since the epoch. */
export interface AlertActivity {
  /** When it last began. */
  triggered?: number;
  /** When the follower was last notified. */
  sent?: number;
  /** When it last ended. */
  resolved?: number;
  /** Time of the newest reading that the follower was notified of; absent in activity of older releases. */
  reported?: number;
  /** The same of a notification that is not delivered yet. */
  reporting?: number;
}

export type AlertsActivity = Partial<Record<AlertKind, AlertActivity>>;

/** Whether it has begun and not ended. */
export const isActive = ({ triggered = -Infinity, resolved = -Infinity }: AlertActivity): boolean =>
  triggered > resolved;

/** Whether the follower was notified since it began. */
export const isSent = ({ triggered = -Infinity, sent = -Infinity }: AlertActivity): boolean =>
  sent > triggered;

/** The activity before the follower is notified of a reading, or of something else than readings: undefined. */
export function beforeSending(
  activity: AlertsActivity,
  kind: AlertKind,
  reading: number | undefined,
): AlertsActivity {
  return reading === undefined
    ? activity
    : { ...activity, [kind]: { ...activity[kind], reporting: reading } };
}

/** The activity after the follower was notified. */
export function afterSending(activity: AlertsActivity, kind: AlertKind, now: number): AlertsActivity {
  const { reporting, ...before } = activity[kind] ?? {};
  const sent = Math.max(now, (before.triggered ?? -Infinity) + 1);
  return {
    ...activity,
    [kind]: { ...before, sent, ...(reporting !== undefined && { reported: reporting }) },
  };
}
