import { failoverLimit, stormOnCluster } from '../support/cluster-storm';
import { whyNoGalera } from '../support/installed-programs';

(whyNoGalera() ? it.skip : it)(
  'a node that is killed and one that hangs lose nothing that was acknowledged, double nothing, and are replaced soon',
  async () => {
    const reports = await stormOnCluster(1);
    for (const { lost, doubled, answers, acknowledged, longestSilence } of reports) {
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
      expect(acknowledged).toBeGreaterThan(0);
      expect(longestSilence).toBeLessThan(failoverLimit);
      // A request running when a node died gets a response with `Retry-After`.
      const others = Object.keys(answers).filter((status) => !['200', '201', '202', '503'].includes(status));
      expect(others).toEqual([]);
    }
  },
);
