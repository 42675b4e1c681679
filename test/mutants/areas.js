/**
 * The mutated files of each area, and the tests that have to notice: `unit` for pure functions, which takes minutes;
 * `served` for everything else, over HTTP. Tests run many times, so an area lists only those that cover it.
 *
 * Plain JavaScript, because the tool reads it directly.
 */
module.exports = {
  deduplication: {
    served: {
      mutate: ['src/records/data/deduplicators/*.ts'],
      tests:
        'api/records/data/(read-outs|dropping-by-hash|replacing-by-origin|choosing-deduplicators|deleting-data-sets|deleting-records|repeated-requests|lost-answers|record-ids)',
    },
  },
  limits: {
    served: {
      mutate: ['src/graph/limits/*.ts'],
      tests: 'api/graph/(limits|limit-borders|document-limits|introspection)',
    },
  },
  permissions: {
    served: {
      mutate: ['src/graph/permissions/**/*.ts'],
      tests: '(api/permissions/matrix|api/graph/permissions|unit/graph/guarded-schema)',
    },
  },
  sharing: {
    served: {
      mutate: ['src/identity/sharing/!(*.entity|share-events|area|derived-access).ts'],
      tests:
        'api/(identity/(sharing/|audit/(share-changes|clinic-access)|consents/effects|confirmations/claim)|subscriptions/shares)',
    },
  },
  deletion: {
    served: {
      mutate: [
        'src/records/data/deletion.service.ts',
        'src/identity/auth/account-deletion.service.ts',
        'src/identity/auth/account-forgetting.ts',
      ],
      tests:
        'api/(records/data/(deleting|simultaneous)|identity/auth/(delete-user|deleting-under-load|what-deletion-leaves))',
    },
  },
  summaries: {
    unit: {
      mutate: [
        'bucket',
        'counted-readings',
        'glucose-ranges',
        'local-time',
        'patient-stats',
        'periods',
        'realtime-days',
      ].map((name) => `src/care/summaries/${name}.ts`),
      tests: 'unit/summaries/',
    },
    served: {
      mutate: [
        ...['calculation', 'summary-store', 'summary.service', 'summary-tasks', 'glucose-profile'].map(
          (name) => `src/care/summaries/${name}.ts`,
        ),
        'src/records/data/glucose-reader.service.ts',
      ],
      tests: 'api/care/summaries/',
    },
  },
  alerts: {
    unit: {
      mutate: ['src/care/alerts/evaluate.ts'],
      tests: 'unit/alerts/',
    },
    served: {
      mutate: [
        'alert-delivery',
        'alert-evaluator',
        'alert-watches',
        'alerts-config',
        'alerts.service',
        'upload-receipts.service',
      ].map((name) => `src/care/alerts/${name}.ts`),
      tests: 'api/care/alerts/',
    },
  },
  prescriptions: {
    unit: {
      mutate: [
        'check-attributes',
        'check-guard-rails',
        'check-settings',
        'plausible-values',
        'integrity',
        'access-code',
      ].map((name) => `src/care/prescriptions/${name}.ts`),
      tests: 'unit/prescriptions/',
    },
    served: {
      mutate: [
        'prescription-claim.service',
        'prescription-directory.service',
        'prescription.service',
        'checked-revision',
        'prescription-state',
      ].map((name) => `src/care/prescriptions/${name}.ts`),
      tests: 'api/care/prescriptions/',
    },
  },
};
