import { stormOnCluster } from '../support/cluster-storm';
import { whyNoGalera } from '../support/installed-programs';

const rounds = 50;

(whyNoGalera() ? it.skip : it)(
  'nodes of a cluster that are killed and frozen again and again lose nothing that was acknowledged',
  async () => {
    const reports = await stormOnCluster(rounds);
    process.stdout.write(`${JSON.stringify(reports)}\n`);
    for (const { lost, doubled } of reports) expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  },
);
