/**
 * What is mutated in each area, and the tests that have to notice. What pure functions do is tested within the process
 * of the tool (`unit`), which is fast; all else over HTTP, with a server of its own for each mutant (`served`). Tests are
 * run again and again, so an area names those that are about it and no others.
 *
 * Plain JavaScript, because the tool reads it as it is.
 */
module.exports = {
  'de-duplication': {
    served: {
      mutate: ['src/data/deduplicators/*.ts'],
      tests:
        'api/data/(read-outs|dropping-by-hash|replacing-by-origin|choosing-deduplicators|deleting-data-sets|deleting-records|repeated-requests|record-ids)',
    },
  },
  limits: {
    served: { mutate: ['src/graph/limits/*.ts'], tests: 'api/graph/(limits|document-limits|introspection)' },
  },
  permissions: {
    served: {
      mutate: ['src/graph/permissions/*.ts'],
      tests: '(api/permissions/matrix|api/graph/permissions|unit/graph/guarded-schema)',
    },
  },
  sharing: { served: { mutate: ['src/sharing/*.ts'], tests: 'api/(sharing|invitations)/' } },
  deletion: {
    served: {
      mutate: [
        'src/data/deletion.service.ts',
        'src/auth/account-deletion.service.ts',
        'src/account-areas.ts',
      ],
      tests:
        'api/(data/(deleting|simultaneous)|accounts/(delete-user|deleting-under-load|what-deletion-leaves))',
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
      ].map((name) => `src/summaries/${name}.ts`),
      tests: ['test/unit/summaries'],
    },
    served: {
      mutate: [
        ...['calculation', 'summary-store', 'summary.service', 'summary-tasks', 'glucose-profile'].map(
          (name) => `src/summaries/${name}.ts`,
        ),
        'src/data/glucose-reader.service.ts',
      ],
      tests: 'api/summaries/',
    },
  },
  alerts: {
    unit: {
      mutate: ['src/alerts/evaluate.ts'],
      tests: ['test/unit/alerts'],
    },
    served: {
      mutate: [
        'alert-delivery',
        'alert-evaluator',
        'alert-watches',
        'alerts-config',
        'alerts.service',
        'upload-receipts.service',
      ].map((name) => `src/alerts/${name}.ts`),
      tests: 'api/alerts/',
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
      ].map((name) => `src/prescriptions/${name}.ts`),
      tests: ['test/unit/prescriptions'],
    },
    served: {
      mutate: [
        'prescription-claim.service',
        'prescription-directory.service',
        'prescription.service',
        'checked-revision',
        'prescription-state',
      ].map((name) => `src/prescriptions/${name}.ts`),
      tests: 'api/prescriptions/',
    },
  },
};
