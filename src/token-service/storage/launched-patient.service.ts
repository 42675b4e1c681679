import type { EntityManager } from 'typeorm';
import { now } from '../../clock';
import type { Database } from '../../database/database';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import { LaunchedPatientEntity } from './launched-patient.entity';

/** Id tokens travel in addresses at log-out, so they must not grow for ever. */
const shownLaunches = 20;

interface Launch {
  userId: string;
  sessionId: string;
  correlationId: string;
  patient: LaunchedPatient;
}

/** The patients that records systems have opened clients for, as long as the session of the person lives. */
export class LaunchedPatientService {
  constructor(private readonly database: Database) {}

  /** Adds a launch to those of the session; one of the same name is replaced. */
  async add(manager: EntityManager, launch: Launch): Promise<void> {
    await manager.upsert(LaunchedPatientEntity, { ...launch, launchedTime: now() }, [
      'userId',
      'sessionId',
      'correlationId',
    ]);
  }

  /** The patients of the latest launches of a session, by what the client calls each launch. */
  async ofSession(userId: string, sessionId: string): Promise<Record<string, LaunchedPatient>> {
    const launches = await this.database.reader.find(LaunchedPatientEntity, {
      where: { userId, sessionId },
      order: { launchedTime: 'DESC', correlationId: 'ASC' },
      take: shownLaunches,
    });
    return Object.fromEntries(launches.map(({ correlationId, patient }) => [correlationId, patient]));
  }
}
