/**
 * The mutated files of each area, and the tests that have to notice: the part `unit` for pure functions, which takes
 * minutes; the other parts for everything else, over HTTP. Tests run many times, so a part lists only those that cover it.
 * `tests` are the beginnings of paths below `test/`.
 *
 * Plain JavaScript, because the tool reads it directly.
 */
const below = (folder, names) => names.map((name) => `${folder}/${name}`);

module.exports = {
  validation: {
    unit: {
      mutate: [
        ...below('src/platform/validation', ['engine/*.ts', 'values/*.ts', 'glucose-units.ts']),
        ...below('src/records/data/record-types', ['identity.ts', 'ordered-id.ts', 'prepared-record.ts']),
      ],
      tests: ['unit/records/data/record-types/'],
    },
  },
  deduplication: {
    served: {
      mutate: ['src/records/data/deduplicators/*.ts'],
      tests: [
        'unit/records/data/recognized-records',
        'api/care/summaries/freshness',
        ...below('api/records/data', [
          'read-outs',
          'dropping-by-hash',
          'replacing-by-origin',
          'choosing-deduplicators',
          'deleting-data-sets',
          'deleting-records',
          'repeated-requests',
          'lost-answers',
          'record-ids',
        ]),
      ],
    },
  },
  limits: {
    served: {
      mutate: ['src/graph/limits/*.ts'],
      tests: [
        ...below('unit/graph', [
          'allow-list',
          'answer-cost',
          'cost-budget',
          'document-limits',
          'introspection-size',
          'operation-cost',
          'validation-rules',
        ]),
        ...below('api/graph', [
          'limits',
          'limit-borders',
          'document-limits',
          'introspection',
          'cost-budget',
          'allow-list',
        ]),
      ],
    },
  },
  permissions: {
    schema: {
      mutate: below('src/graph/permissions', [
        'authorize.ts',
        'guard-schema.ts',
        'nullable-edges.ts',
        'permission-tree.ts',
      ]),
      tests: [
        'unit/graph/authorize',
        'unit/graph/guarded-schema',
        'unit/graph/guarding',
        'unit/graph/nullable-edges',
        'api/graph/permissions',
        'api/identity/audit/access-log',
      ],
    },
    clients: {
      mutate: ['src/graph/permissions/foreign-clients.ts'],
      tests: ['unit/graph/guarded-schema', 'api/identity/token-service/foreign-clients'],
    },
    rules: {
      mutate: ['src/graph/permissions/rules.ts'],
      tests: [
        'api/permissions/matrix',
        'api/graph/permissions',
        'api/identity/audit/',
        'api/records/data/graph-changing',
      ],
    },
    care: {
      mutate: ['src/graph/permissions/care/*.ts'],
      tests: [
        'api/permissions/matrix',
        ...below('api/care', [
          'alerts/',
          'clinic-invitations/',
          'clinic-merging/',
          'clinic-migrations/',
          'clinics/',
          'ehr/',
          'messages/',
          'patients/',
          'prescriptions/',
          'summaries/clinics',
          'tide/',
        ]),
        'api/identity/audit/',
      ],
    },
    identity: {
      mutate: ['src/graph/permissions/identity/*.ts', 'src/graph/permissions/platform/*.ts'],
      tests: [
        'api/permissions/matrix',
        ...below('api/identity', [
          'administration/clinics-and-mails',
          'administration/commands',
          'administration/graph',
          'audit/',
          'auth/',
          'confirmations/',
          'consents/',
          'metadata/',
          'restricted-tokens/',
          'sharing/',
          'token-service/',
        ]),
        'api/platform/tasks',
        ...below('api/subscriptions', ['sessions', 'shares']),
      ],
    },
    records: {
      mutate: ['src/graph/permissions/records/*.ts'],
      tests: ['api/permissions/matrix', 'api/records/', 'api/identity/audit/'],
    },
  },
  sharing: {
    served: {
      mutate: ['src/identity/sharing/!(*.entity|share-events|area|derived-access).ts'],
      tests: [
        'api/identity/sharing/',
        'api/identity/audit/share-changes',
        'api/identity/audit/clinic-access',
        'api/identity/consents/effects',
        'api/identity/confirmations/claim',
        'api/identity/auth/delete-user',
        'api/graph/list-pages',
        ...below('api/subscriptions', ['ending', 'shares', 'data']),
      ],
    },
  },
  deletion: {
    served: {
      mutate: [
        'src/records/data/deletion.service.ts',
        'src/identity/auth/account-deletion.service.ts',
        'src/identity/auth/account-forgetting.ts',
      ],
      tests: [
        'api/records/data/deleting',
        'api/records/data/simultaneous',
        'api/identity/auth/delete-user',
        'api/identity/auth/deleting-under-load',
        'api/identity/auth/what-deletion-leaves',
        'api/identity/auth/guesses-at-deletion',
        'api/identity/audit/share-changes',
        'api/subscriptions/data',
        'api/care/summaries/freshness',
        'api/records/data/repeated-requests',
      ],
    },
  },
  summaries: {
    unit: {
      mutate: below('src/care/summaries', [
        'counted-readings.ts',
        'day-readings.ts',
        'glucose-ranges.ts',
        'realtime-days.ts',
        'summary-tasks.ts',
        'statistics/episodes.ts',
        'statistics/extended-high.ts',
      ]),
      tests: ['unit/care/summaries/'],
    },
    figures: {
      mutate: below('src/care/summaries', [
        'bucket.ts',
        'day-figures.ts',
        'hour-table.ts',
        'local-time.ts',
        'patient-stats.ts',
        'periods.ts',
        'reading-series.ts',
      ]),
      tests: ['unit/care/summaries/'],
    },
    served: {
      mutate: [
        ...below('src/care/summaries', [
          'calculation.ts',
          'kept-days.ts',
          'summary-store.ts',
          'summary.service.ts',
        ]),
        'src/records/data/glucose-reader.service.ts',
      ],
      tests: ['api/care/summaries/', 'api/care/ehr/syncing', 'api/subscriptions/summaries'],
    },
    profiles: {
      mutate: below('src/care/summaries', ['glucose-profile.ts', 'profile-*.ts']),
      tests: below('unit/care/summaries', ['plain-profile', 'profile-']),
    },
    intervals: {
      mutate: below('src/care/summaries/intervals', [
        'calendar-intervals.ts',
        'interval-figures.ts',
        'known-intervals.ts',
      ]),
      tests: ['unit/care/summaries/intervals'],
    },
    'clinic-intervals': {
      mutate: below('src/care/summaries/intervals', [
        'clinic-intervals.service.ts',
        'interval-store.ts',
        'read-intervals.ts',
      ]),
      tests: ['api/care/summaries/clinic-interval'],
    },
    statistics: {
      mutate: below('src/care/summaries/statistics', [
        'figures.ts',
        'glucose-statistics.ts',
        'glycemia-risk.ts',
      ]),
      tests: ['unit/care/summaries/plain-statistics'],
    },
    'served-statistics': {
      mutate: below('src/care/summaries/statistics', [
        'glucose-statistics.service.ts',
        'statistics-readings.ts',
      ]),
      tests: ['api/care/summaries/glucose-statistics'],
    },
  },
  alerts: {
    unit: {
      mutate: ['src/care/alerts/evaluate.ts'],
      tests: ['unit/care/alerts/'],
    },
    served: {
      mutate: below('src/care/alerts', [
        'alert-delivery.ts',
        'alert-evaluator.ts',
        'alert-watches.ts',
        'alerts-config.ts',
        'alerts.service.ts',
        'upload-receipts.service.ts',
      ]),
      tests: ['api/care/alerts/', 'api/subscriptions/alerts', 'api/identity/auth/what-deletion-leaves'],
    },
  },
  prescriptions: {
    unit: {
      mutate: ['src/care/prescriptions/check-guard-rails.ts'],
      tests: ['unit/care/prescriptions/guard-rails'],
    },
    states: {
      mutate: below('src/care/prescriptions', ['checked-revision.ts', 'prescription-state.ts']),
      tests: ['unit/care/prescriptions/revisions'],
    },
    checks: {
      mutate: below('src/care/prescriptions', [
        'check-attributes.ts',
        'check-settings.ts',
        'plausible-values.ts',
        'integrity.ts',
        'access-code.ts',
      ]),
      tests: [
        'unit/care/prescriptions/attributes',
        ...below('api/care/prescriptions', [
          'attributes',
          'claiming',
          'guesses',
          'possible-values',
          'time-and-integrity',
          'writing',
        ]),
      ],
    },
    claims: {
      mutate: ['src/care/prescriptions/prescription-claim.service.ts'],
      tests: below('api/care/prescriptions', ['claiming', 'guesses', 'in-the-graph', 'time-and-integrity']),
    },
    served: {
      mutate: below('src/care/prescriptions', [
        'prescription-directory.service.ts',
        'prescription.service.ts',
      ]),
      tests: ['api/care/prescriptions/', 'api/graph/nodes', 'api/platform/idempotency/creating'],
    },
  },
};
