import { MigrationsResolver } from '../../../resolvers/care/clinic-migrations/migrations';
import { MigrationStatusName } from '../../../resolvers/care/clinic-migrations/migrations.types';
import { clinicBody, clinicErrors as errors, jsonBody } from '../clinics/clinic-body';
import { enumName } from '../../enum-name';
import { guardFields, guardOfClinic } from '../clinics/clinic-guards';
import { clinicOnWire, instantOnWire } from '../clinics/clinic-on-wire';
import type { Instant } from '../../shown';
import {
  CreateMigrationDocument,
  EnableNewClinicExperienceDocument,
  MigrationDocument,
  TriggerInitialMigrationDocument,
  UpdateMigrationStatusDocument,
  type MigrationStatus,
} from '../../generated/operations';
import { checkedClinicId, checkedUserId } from '../../path-ids';
import { bulkRoute, route, type RestRequest, type Route } from '../../route';
import { arrayOf, ref } from '../../schemas';

const tag = 'Clinics';

interface ShownMigration {
  userId: string;
  status: string;
  createdTime: Instant;
  updatedTime: Instant;
}

const migrationOnWire = ({ userId, status, createdTime, updatedTime }: ShownMigration) => ({
  userId,
  status,
  createdTime: instantOnWire(createdTime),
  updatedTime: instantOnWire(updatedTime),
});

const migrationReply = { status: 200, description: 'The migration.', schema: ref('Migration') };

const readKey = (request: RestRequest) => ({
  clinicId: checkedClinicId(request),
  userId: checkedUserId(request),
});

/** Migrations of legacy accounts to clinics. */
export const migrationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/clinicians/{userId}/migrate',
    tag,
    summary: 'Creates a clinic for a legacy account; for trusted servers.',
    success: { status: 200, description: 'The clinic, without details.', schema: ref('Clinic') },
    failures: [400, 401, 403, 404, 422],
    errors,
    guard: () => ({ type: 'Mutation', field: 'enableNewClinicExperience' }),
    operation: EnableNewClinicExperienceDocument,
    variables: (request) => ({ input: { userId: checkedUserId(request) } }),
    reply: ({ enableNewClinicExperience }) => ({ body: clinicOnWire(enableNewClinicExperience.clinic) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/migrate',
    tag,
    summary: 'Turns a legacy account into a clinic; for its administrator.',
    body: { ...jsonBody('TriggeredMigration', 'Nothing of it counts.'), optional: true },
    success: migrationReply,
    failures: [400, 401, 403, 409, 413, 422],
    errors,
    guard: guardFields('triggerInitialMigration'),
    operation: TriggerInitialMigrationDocument,
    variables(request) {
      clinicBody(request.body ?? {}).optional('attestationSubmitted', 'boolean');
      return { input: { clinicId: checkedClinicId(request) } };
    },
    reply: ({ triggerInitialMigration }) => ({ body: migrationOnWire(triggerInitialMigration.migration) }),
  }),
  route({
    method: 'POST',
    path: '/v1/clinics/{clinicId}/migrations',
    tag,
    summary: 'Moves the patients of a member to the clinic; for trusted servers.',
    body: jsonBody('NewMigration', 'Whose patients move.'),
    success: { ...migrationReply, status: 202 },
    failures: [400, 401, 403, 404, 409, 413, 422],
    errors,
    guard: guardFields('createMigration'),
    operation: CreateMigrationDocument,
    variables: (request) => ({
      input: {
        clinicId: checkedClinicId(request),
        userId: clinicBody(request.body).required('userId', 'string'),
      },
    }),
    reply: ({ createMigration }) => ({ body: migrationOnWire(createMigration.migration) }),
  }),
  bulkRoute({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/migrations',
    tag,
    summary: 'The migrations to a clinic.',
    success: { status: 200, description: 'The migrations.', schema: arrayOf(ref('Migration')) },
    failures: [400, 401, 403],
    errors,
    guard: guardOfClinic('migrations'),
    call: (request) => MigrationsResolver.list(request.context, checkedClinicId(request)),
    reply: (migrations) => ({ body: migrations.map(migrationOnWire) }),
  }),
  route({
    method: 'GET',
    path: '/v1/clinics/{clinicId}/migrations/{userId}',
    tag,
    success: migrationReply,
    failures: [400, 401, 403, 404],
    errors,
    guard: ({ params: { clinicId } }) => ({ type: 'Query', field: 'migration', args: { clinicId } }),
    operation: MigrationDocument,
    variables: readKey,
    reply: ({ migration }) => ({ body: migrationOnWire(migration) }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/clinics/{clinicId}/migrations/{userId}',
    tag,
    summary: 'Sets the status of a migration; for trusted servers.',
    body: jsonBody('MigrationUpdate', 'The status.'),
    success: migrationReply,
    failures: [400, 401, 403, 404, 413],
    errors,
    guard: guardFields('updateMigrationStatus'),
    operation: UpdateMigrationStatusDocument,
    variables(request) {
      const status = clinicBody(request.body).required('status', 'string');
      const name = enumName<MigrationStatus>(MigrationStatusName, '/status', status);
      return { input: { ...readKey(request), status: name } };
    },
    reply: ({ updateMigrationStatus }) => ({ body: migrationOnWire(updateMigrationStatus.migration) }),
  }),
];
