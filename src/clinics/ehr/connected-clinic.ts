import type { Database } from '../../database/database';
import { conflict, notFound } from '../../errors';
import { ClinicEntity } from '../clinic.entity';
import type { EhrProvider, EhrSettings } from '../settings/ehr-settings';

/** A clinic that exchanges with a health record system. */
export interface ConnectedClinic {
  clinic: ClinicEntity;
  settings: EhrSettings;
}

/**
 * The clinic that a source of messages is connected to. Throws when there is none, and a conflict when there are
 * several: nobody could say whose the message is.
 */
export async function connectedClinic(
  database: Database,
  provider: EhrProvider,
  sourceId: string,
): Promise<ConnectedClinic> {
  const enabled = { ehrSourceId: sourceId, ehrEnabled: true };
  const found = (await database.reader.findBy(ClinicEntity, enabled)).flatMap((clinic) => {
    const { ehrSettings: settings } = clinic;
    // MySQL takes no notice of blanks at the end.
    return settings?.provider === provider && settings.sourceId === sourceId ? [{ clinic, settings }] : [];
  });
  const [clinic] = found;
  if (!clinic) throw notFound('No clinic is connected to the source of the message.');
  if (found.length > 1) throw conflict('Several clinics are connected to the source of the message.');
  return clinic;
}
