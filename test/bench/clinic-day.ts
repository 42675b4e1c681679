import { newAccount } from '../support/accounts';
import { accepted, addPatient, newClinic, newClinician } from '../support/clinics';
import { api } from '../support/api';
import type { RunningServer } from '../support/server-process';
import { Client } from './client';
import {
  ClinicDay,
  kinds,
  type Hours,
  type DayClinic,
  type DayEvent,
  type DayPerson,
  type Kind,
} from './clinic-day-events';
import { wholeProcessorTime } from './processor-time';
import { quantile } from './quantile';
import { memoryDuring } from './resident-memory';
import type { Result } from './result-table';
import { recentReadings } from './sensor-records';

const day = 24 * 60 * 60_000;
const atOnce = 32;
/** Milliseconds after which the replay of a small clinic ends, so that it does on a busy machine, too. */
const longestReplay = 120_000;
/** Clinics up to this size are small. */
const smallClinic = 200;
const peopleOfAMember = 100;
/** The clinic that the figures are about. */
const largeClinic = 10_000;

/** What of a clinic's day is replayed. */
export interface Replay {
  /** Patients of the clinic. */
  people: number;
  hours: Hours;
  /** Of data that everybody has when the day begins. */
  daysBefore: number;
}

/**
 * A day of a clinic, replayed as fast as one process allows: phones upload what sensors measure, people look at their data,
 * members of the clinic at lists, reports and people, and write notes.
 *
 * The work of all kinds grows with the people of the clinic: a day of 10,000 takes hours.
 */
export async function benchClinicDay(server: RunningServer, replayed: Replay): Promise<Result[]> {
  const { people, hours } = replayed;
  const client = new Client(server.url);
  const midnight = Math.floor(Date.now() / day) * day - day;
  const { clinic, patients } = await open(server, client, replayed, midnight);
  const durations = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  let errors = 0;
  const events = new ClinicDay(patients, clinic, midnight).events(hours);
  const limit = people > smallClinic ? Infinity : longestReplay;
  let hour = hours.from;
  const replay = async ({ kind, path, call }: DayEvent) => {
    const begun = performance.now();
    try {
      await client.send(path, { ...call, discard: true });
      durations[kind].push(performance.now() - begun);
    } catch (error) {
      errors += 1;
      if (errors === 1) console.error(error);
    }
  };
  const worker = async () => {
    for (const event of events) {
      if (performance.now() - begun > limit) return;
      if (event.hour > hour) {
        hour = event.hour;
        console.error(
          `${hour}:00 reached after ${((performance.now() - begun) / 1000).toFixed(0)} s, errors ${errors}`,
        );
      }
      await replay(event);
    }
  };
  const pid = server.pid() ?? 0;
  const [begun, processor] = [performance.now(), wholeProcessorTime(pid)];
  const memory = await memoryDuring(pid, () => Promise.all(Array.from({ length: atOnce }, worker)));
  const time = performance.now() - begun;
  const used = wholeProcessorTime(pid) - processor;
  client.close();

  const waits = kinds.map((kind) => {
    const sorted = durations[kind].sort((one, other) => one - other);
    return `${kind} ${sorted.length} x ${quantile(sorted, 0.5).toFixed(0)}/${quantile(sorted, 0.99).toFixed(0)}`;
  });
  const count = kinds.reduce((sum, kind) => sum + durations[kind].length, 0);
  const hourCount = hour + 1 - hours.from;
  const span = (hourCount / 24) * day;
  const share = (used / span) * (largeClinic / people);
  return [
    {
      what: `hours ${hours.from} to ${hour + 1} of the day of a clinic with ${people} people, replayed by one process`,
      goal: 'errors 0',
      measured: `errors ${errors}`,
      figures: `${count} requests in ${(time / 1000).toFixed(0)} s (${((count / time) * 1000).toFixed(0)}/s), ${(span / time).toFixed(0)} times as fast as the day; p50/p99 in ms: ${waits.join(', ')}; memory ${memory.before.toFixed(0)} → ${memory.peak.toFixed(0)} MiB`,
    },
    {
      what: `cores that the process of a clinic with ${largeClinic} people uses on average of these hours`,
      goal: '<= 0.5',
      measured: share.toFixed(2),
      figures: `${(used / count).toFixed(1)} ms of processor time a request`,
    },
  ];
}

/** A clinic whose patients all have a tag, its members, and the data of the days before. */
async function open(
  server: RunningServer,
  client: Client,
  { people, daysBefore }: Replay,
  midnight: number,
): Promise<{ clinic: DayClinic; patients: DayPerson[] }> {
  const clinic = await newClinic(server);
  const { token } = clinic.admin;
  const { id: tagId } = accepted(
    await api(server).post(`${clinic.path}/patient_tags`, { token, body: { name: 'Sensor' } }),
  );
  const members = [token];
  while (members.length < people / peopleOfAMember) members.push((await newClinician(server, clinic)).token);
  const patients: DayPerson[] = [];
  let left = people;
  const worker = async () => {
    while (left-- > 0) {
      const { userId, token: own } = await newAccount(server);
      await addPatient(server, clinic, { userId }, ['view', 'upload', 'note'], { tags: [tagId] });
      const dataSetId = await fillDataSet(server, client, { userId, token: own }, [
        midnight - daysBefore * day,
        midnight,
      ]);
      patients.push({ userId, token: own, dataSetId });
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return { clinic: { id: clinic.id, tagId, members }, patients };
}

async function fillDataSet(
  server: RunningServer,
  client: Client,
  { userId, token }: { userId: string; token: string },
  [from, to]: readonly [from: number, to: number],
): Promise<string> {
  const body = {
    client: { name: 'org.example.bench', version: '1.0.0' },
    dataSetType: 'continuous',
    deduplicator: { name: 'org.tidepool.deduplicator.dataset.delete.origin' },
  };
  const { data } = accepted(await api(server).post(`/v1/users/${userId}/data_sets`, { token, body }));
  const headers = { 'x-tidepool-session-token': token, 'content-type': 'application/json' };
  const path = `/v1/datasets/${data.uploadId}/data`;
  for (const readings of recentReadings(from, to))
    await client.send(path, { method: 'POST', headers, body: readings, discard: true });
  return data.uploadId;
}
