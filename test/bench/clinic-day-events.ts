import type { Call } from './client';
import { sensorReading } from './sensor-records';

/** The kinds of requests of a clinic's day. */
export const kinds = ['reading', 'hour', 'look', 'list', 'report', 'person', 'note'] as const;
export type Kind = (typeof kinds)[number];

/** What happens in a day, from the first reading after midnight to the last. */
export interface DayEvent {
  kind: Kind;
  path: string;
  call: Call;
  /** Of the day, from 0. */
  hour: number;
}

/** A person with a sensor, who is a patient of the clinic. */
export interface DayPerson {
  userId: string;
  token: string;
  dataSetId: string;
}

/** Who works in the clinic, and the tag that all of its patients have. */
export interface DayClinic {
  id: string;
  tagId: string;
  /** Tokens of the members. */
  members: readonly string[];
}

const slot = 5 * 60_000;
const day = 24 * 60 * 60_000;
const firstNumber = 1_000_000;
const slotsOfAnHour = 12;

/** People look at their data every two hours from 7 to 21, members of the clinic work from 8 to 17. */
const lookHours = [7, 9, 11, 13, 15, 17, 19, 21];
const workHours = [8, 9, 10, 11, 12, 13, 14, 15, 16];
/** One of so many patients is looked at in detail, and gets a note. */
const patientsForOneVisit = 20;
/** Half of the phones send each reading, the others an hour of them. */
const sendsEachReading = (number: number): boolean => number % 2 === 0;

const lookQuery = `query Look($userId: ID!, $from: DateTime!) { user(id: $userId) {
  latestData(types: [CBG, SMBG]) { time ... on GlucoseReading { value(units: MG_DL) } }
  data(types: [CBG], from: $from, order: NEWEST_FIRST, first: 288) {
    edges { node { time ... on ContinuousGlucose { value(units: MG_DL) } } } } } }`;

const listQuery = `query List($clinicId: ID!) { clinic(id: $clinicId) {
  patients(first: 50, period: DAYS_14, sort: { by: TIME_IN_TARGET }) { edges { node { fullName tags { name }
    summary(period: DAYS_14) { periods { inTarget { share } glucoseManagementIndicator } } } } } } }`;

const personQuery = `query Person($userId: ID!, $from: DateTime!, $to: DateTime!) { user(id: $userId) {
  glucoseStatistics(from: $from, to: $to, units: MG_DL) { inTarget { share } mean glucoseManagementIndicator
    coefficientOfVariation byHour { hour mean } byDay { date inTarget { share } } }
  notes(from: $from, first: 20) { edges { node { time text } } } } }`;

const authorized = (token: string, body?: object): Call => ({
  headers: { 'x-tidepool-session-token': token, 'content-type': 'application/json' },
  ...(body && { method: 'POST', body: JSON.stringify(body) }),
});

type DayRequest = Omit<DayEvent, 'hour'>;

const graph = (kind: Kind, token: string, query: string, variables: object): DayRequest => ({
  kind,
  path: '/graphql',
  call: authorized(token, { query, variables }),
});

const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Hours of the day, from 0; that of `to` is the first one that is left out. */
export interface Hours {
  from: number;
  to: number;
}

/** The requests of a day of a clinic in their order. No two upload the same reading. */
export class ClinicDay {
  /** @param begin midnight, in milliseconds since 1970 */
  constructor(
    private readonly people: readonly DayPerson[],
    private readonly clinic: DayClinic,
    private readonly begin: number,
  ) {}

  *events({ from, to }: Hours): Generator<DayEvent> {
    for (let current = from * slotsOfAnHour; current < to * slotsOfAnHour; current += 1)
      for (const request of this.requests(current))
        yield { ...request, hour: Math.floor(current / slotsOfAnHour) };
  }

  private *requests(current: number): Generator<DayRequest> {
    yield* this.uploads(current);
    if (current % slotsOfAnHour !== 0) return;
    const hour = current / slotsOfAnHour;
    if (lookHours.includes(hour)) yield* this.looks(this.begin + current * slot);
    if (workHours.includes(hour)) yield* this.work(hour, this.begin + current * slot);
  }

  private *uploads(current: number): Generator<DayRequest> {
    for (const [number, { token, dataSetId }] of this.people.entries()) {
      const isSingle = sendsEachReading(number);
      // The hours of phones end at different times.
      if (!isSingle && (current + number) % slotsOfAnHour !== slotsOfAnHour - 1) continue;
      const first = isSingle ? current : Math.max(0, current - slotsOfAnHour + 1);
      const body = Array.from({ length: current - first + 1 }, (_, index) => this.reading(first + index));
      const path = `/v1/datasets/${dataSetId}/data`;
      yield { kind: isSingle ? 'reading' : 'hour', path, call: authorized(token, body) };
    }
  }

  private *looks(now: number): Generator<DayRequest> {
    for (const { userId, token } of this.people)
      yield graph('look', token, lookQuery, { userId, from: at(now - day) });
  }

  private *work(hour: number, now: number): Generator<DayRequest> {
    const { id, tagId, members } = this.clinic;
    for (const token of members) {
      yield graph('list', token, listQuery, { clinicId: id });
      if (hour !== workHours[0]) continue;
      const path = `/v1/clinics/${id}/tide_report?period=14d&tags=${tagId}&lastDataCutoff=${at(now - 14 * day)}`;
      yield { kind: 'report', path, call: authorized(token) };
    }
    for (const [number, { userId }] of this.people.entries()) {
      const token = members[number % members.length] ?? '';
      const visit = workHours[Math.floor(number / patientsForOneVisit) % workHours.length];
      if (number % patientsForOneVisit !== 0 || hour !== visit) continue;
      yield graph('person', token, personQuery, { userId, from: at(now - 14 * day), to: at(now) });
      const message = { guid: `${userId} ${hour}`, messagetext: `Seen at ${hour} h`, timestamp: at(now) };
      yield { kind: 'note', path: `/message/send/${userId}`, call: authorized(token, { message }) };
    }
  }

  private reading(number: number): object {
    // Numbers of the days before belong to other readings.
    return { ...sensorReading(firstNumber + number), time: at(this.begin + number * slot) };
  }
}
