import { In, type EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database';
import { conflict, notFound } from '../../../platform/errors';
import { ClinicEntity } from '../clinic.entity';
import { findLocked } from '../lock-clinic';
import type { EhrProvider, EhrSettings } from './ehr-settings';

/** A clinic that exchanges data with a health record system. */
export interface ConnectedClinic {
  clinic: ClinicEntity;
  settings: EhrSettings;
}

/** Clinics and the health record systems they are connected to. */
export class ConnectedClinics {
  constructor(private readonly database: Database) {}

  /**
   * The clinic that is connected to a source of messages. Throws when there is none, and a conflict when there are
   * several, because the message could belong to any of them.
   */
  async ofSource(provider: EhrProvider, sourceId: string): Promise<ConnectedClinic> {
    const enabled = { ehrSourceId: sourceId, ehrEnabled: true };
    const found = (await this.database.reader.findBy(ClinicEntity, enabled)).flatMap((clinic) => {
      const { ehrSettings: settings } = clinic;
      // MySQL ignores trailing spaces.
      return settings?.provider === provider && settings.sourceId === sourceId ? [{ clinic, settings }] : [];
    });
    const [clinic] = found;
    if (!clinic) throw notFound('No clinic has an EHR connection with the source of the message.');
    if (found.length > 1)
      throw conflict('Several clinics have an EHR connection with the source of the message.');
    return clinic;
  }

  /** The clinic, or null if it does not exist or its connection is disabled. */
  async find(id: string): Promise<ConnectedClinic | null> {
    const [found = null] = await this.findWithin(this.database.reader, [id]);
    return found;
  }

  /** Those of these clinics whose connection is enabled, within a larger transaction. */
  async findWithin(manager: EntityManager, ids: readonly string[]): Promise<ConnectedClinic[]> {
    const clinics = await manager.findBy(ClinicEntity, { id: In([...ids]) });
    return clinics.flatMap((clinic) => {
      const { ehrSettings: settings } = clinic;
      return settings?.enabled ? [{ clinic, settings }] : [];
    });
  }

  /** The clinics whose connection is enabled. */
  async ids(): Promise<string[]> {
    const enabled = await this.database.reader.find(ClinicEntity, {
      where: { ehrEnabled: true },
      select: { id: true },
    });
    return enabled.map(({ id }) => id);
  }

  /**
   * Locks and returns the connection settings of a clinic. Until the transaction ends, no other transaction can change
   * them. Null if the clinic has no connection or does not exist.
   */
  async lockSettings(manager: EntityManager, id: string): Promise<EhrSettings | null> {
    const clinic = await findLocked(this.database, manager, id);
    return clinic?.ehrSettings ?? null;
  }
}
