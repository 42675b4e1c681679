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
  'PrescribedSettings.bloodGlucoseTargetSchedule',
  'PrescribedSettings.insulinSensitivitySchedule',
  'ContinuousSummary.periods',
  'GlucoseSummary.periods',
  'GlucoseProfile.daily',
  'User.latestData',
  'DataAdded.records',
  // Two at most are kept.
  'Patient.reviews',
  'TideEntry.reviews',
  // The same pumps for everybody.
  'Query.pumps',
  // Reports and look-ups that need a question.
  'TideReport.categories',
  'TideCategory.patients',
  'TideConfig.tags',
  'TideEntry.tags',
  'Query.users',
  // For servers; the world has none of these.
  'Query.alertsConfigsAbout',
  'Query.alertsConfigsOfFollowers',
  'Query.alertNotifications',
  'Query.providerSessions',
  // For administrators, who are none of the callers here.
  'Admin.changes',
  'Admin.clinics',
  // The world has none of these, or they exclude each other.
  'User.consentRecords',
  'User.dataSources',
  'User.requestedExports',
  'Query.restrictedTokens',
  'Query.consents',
  'Clinic.accountMigrations',
  'Clinic.migrations',
  'User.prescriptions',
  'Prescription.revisions',
  'Message.replies',
  // `statement-count.test.ts` makes orders, and asks for objects by their ids.
  'Query.nodes',
  'Clinic.ehrOrders',
];

describe.each(ownDatabases)('the lists of the schema, on %s', (_name, on) => {
  it('take as many statements for ten items as for two', () =>
    on(async (databaseUrl) => {
      const found = await findSteepLists(databaseUrl, [1, 2, 10]);
      expect(found.steep).toEqual([]);
      expect(found.short.toSorted()).toEqual(short.toSorted());
      expect(found.compared).toBeGreaterThan(50);
    }));
});
