import 'reflect-metadata';
import { ownDatabases } from '../support/own-databases';
import { findSteepLists } from './flat-lists';

/** Lists of which there are not ten items here. */
const short = [
  // As long as something else allows: stored in one row, of one type each, or computed.
  'PumpSettings.bgTargetSchedule',
  'PumpSettings.bgTargets',
  'GlucoseTargetSchedule.segments',
  'PumpSettings.insulinSensitivitySchedule',
  'PumpSettings.insulinSensitivities',
  'InsulinSensitivitySchedule.segments',
  'PumpSettings.overridePresets',
  'DosingDecision.bgTargetSchedule',
  'DosingDecision.bgHistorical',
  'DosingDecision.bgForecast',
  'CgmSettings.scheduledAlerts',
  'CustomRanges.thresholds',
  'ContinuousSummary.periods',
  'GlucoseSummary.periods',
  'GlucoseProfile.daily',
  // Only where `by` asks for groups, of which there are as many as labels.
  'ClinicIntervalStatistics.groups',
  'User.latestData',
  'DataAdded.records',
  // Two at most are kept.
  'Patient.reviews',
  'TideEntry.reviews',
  // The same pumps for everybody.
  'Query.pumps',
  // A report is about one tag of one clinic, and copies of its patients have copies of the tag.
  'TideCategory.patients',
  'TideEntry.dataSources',
  'TideConfig.tags',
  // For administrators of the service, who are none of the callers here.
  'Query.users',
  'Admin.changes',
  'Admin.clinics',
  // Copies of a session belong to a copy of its account; one active consent of a type.
  'Query.providerSessions',
  'User.consentRecords',
  // The texts that the service knows, and migrations, which a clinic has one of.
  'Query.consents',
  'Clinic.accountMigrations',
  'Clinic.migrations',
  // `statement-count.test.ts` makes orders, and asks for objects by their ids.
  'Query.nodes',
  'Clinic.ehrOrders',
];

/** Its copies belong to one message or to many, as the database returns the rows. */
const sometimesShort = 'Message.replies';

describe.each(ownDatabases)('the lists of the schema, on %s', (_name, on) => {
  it('take as many statements for ten items as for two', () =>
    on(async (databaseUrl) => {
      const found = await findSteepLists(databaseUrl, [1, 2, 10]);
      expect(found.steep).toEqual([]);
      expect(found.short.filter((name) => name !== sometimesShort).toSorted()).toEqual(short.toSorted());
      expect(found.compared).toBeGreaterThan(50);
    }));
});
