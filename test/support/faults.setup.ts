import { assertFreshBuild } from '../../scripts/built-sources';

export default assertFreshBuild;
