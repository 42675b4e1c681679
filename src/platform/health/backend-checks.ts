import type { EventService } from '../events/event.service';
import type { Mailer } from '../mail/mailer';
import type { ContentStore } from '../storage/content-store';
import { NotReadyError, type ReadinessCheck } from './readiness';

const unreachable = (cause: unknown) => new NotReadyError('unreachable', { cause });

/** Checks of the dependencies other than the database. */
export const backendChecks = (
  { events, contentStore, mailer }: { events: EventService; contentStore: ContentStore; mailer: Mailer },
  hasRedis: boolean,
): ReadinessCheck[] => [
  ...(hasRedis ? [{ name: 'redis', setting: 'REDIS_URL', check: () => assertRedis(events) }] : []),
  { name: 'blobs', setting: 'BLOB_URL', check: () => contentStore.assertUsable(), freshFor: 10_000 },
  // Logs in every time.
  { name: 'mail', setting: 'MAIL_URL', check: () => assertMail(mailer), freshFor: 60_000 },
];

async function assertRedis(events: EventService): Promise<void> {
  try {
    await events.assertReachable();
  } catch (error) {
    // Its own words, such as `OOM` and `READONLY`, in contrast to those of a connection.
    const isAnswer = error instanceof Error && error.name === 'ReplyError';
    throw isAnswer ? new NotReadyError('takes no writes', { cause: error }) : unreachable(error);
  }
}

async function assertMail(mailer: Mailer): Promise<void> {
  try {
    await mailer.assertUsable();
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'EAUTH') throw new NotReadyError('rejects our log-in', { cause: error });
    if (['ECONNECTION', 'ESOCKET', 'EDNS', 'ETLS'].includes(String(code))) throw unreachable(error);
    throw error;
  }
}
