import { registerEnumType } from 'type-graphql';

/** The order of a list that is sorted by time. */
export const TimeOrder = { NEWEST_FIRST: 'NEWEST_FIRST', OLDEST_FIRST: 'OLDEST_FIRST' } as const;

export type TimeOrder = (typeof TimeOrder)[keyof typeof TimeOrder];

registerEnumType(TimeOrder, {
  name: 'TimeOrder',
  description: 'The order of a list that is sorted by time.',
  valuesConfig: {
    NEWEST_FIRST: { description: 'From the newest to the oldest.' },
    OLDEST_FIRST: { description: 'From the oldest to the newest.' },
  },
});
