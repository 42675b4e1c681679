import type { AccountService } from '../../identity/accounts/account.service';
import type { SessionService } from '../../identity/auth/session.service';
import type { EventService } from '../../platform/events/event.service';
import { defineArea, type Base } from '../../platform/composition/area';
import type { MetadataService } from '../../identity/metadata/metadata.service';
import type { OutboxService } from '../../platform/outbox/outbox.service';
import type { SharingService } from '../../identity/sharing/sharing.service';
import type { TaskService } from '../../platform/tasks/task.service';
import type { ClinicService } from '../clinics/clinic.service';
import type { ClinicianService } from '../clinics/people/clinician.service';
import type { PatientService } from '../patients/patient.service';
import { migrationMailSamples } from './migration-mails';
import { migrationTask } from './migration-task';
import { MigrationEntity } from './migration.entity';
import { MigrationService } from './migration.service';
import { PatientMoveService } from './patient-move.service';

interface Needs extends Base {
  accounts: AccountService;
  clinicians: ClinicianService;
  clinics: ClinicService;
  events: EventService;
  metadata: MetadataService;
  outbox: OutboxService;
  patients: PatientService;
  sessions: SessionService;
  sharing: SharingService;
  tasks: TaskService;
}

/** Migration of legacy accounts to clinics. */
export const clinicMigrationsArea = defineArea({
  name: 'clinic-migrations',
  entities: [MigrationEntity],
  create(services: Needs) {
    const { CLINIC_MIGRATION_DELAY, NAME_PREFIX, WEB_URL } = services.config;
    const migrations = new MigrationService(services, {
      namePrefix: NAME_PREFIX,
      delay: CLINIC_MIGRATION_DELAY * 1000,
    });
    return { migrations, patientMoves: new PatientMoveService({ ...services, migrations }, WEB_URL) };
  },
  forgets: ({ migrations }) => ({ clinicMigrations: ({ userId }) => migrations.forgetAccount(userId) }),
  mailSamples: migrationMailSamples,
  tasks: ({ config, patientMoves }) => [migrationTask(patientMoves, config.NAME_PREFIX)],
});
