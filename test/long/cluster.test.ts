import { failoverLimit, stormOnCluster } from '../support/cluster-storm';
import { whyNoGalera } from '../support/installed-programs';

/** `ROUNDS=5 npm run test:long -- --testPathPatterns long/cluster` runs fewer rounds. */
const rounds = Number(process.env.ROUNDS ?? 50);

(whyNoGalera() ? it.skip : it)(
  'nodes of a cluster that are killed and frozen again and again lose nothing that was acknowledged',
  async () => {
    const reports = await stormOnCluster(rounds);
    process.stdout.write(`${JSON.stringify(reports)}\n`);
    for (const { lost, doubled, longestSilence } of reports) {
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
      expect(longestSilence).toBeLessThan(failoverLimit);
    }
    // A request running when a node died gets a response with `Retry-After`.
    for (const { answers } of reports) expect(answers).not.toHaveProperty('500');
  },
);
