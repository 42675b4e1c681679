import { startSharedServer } from './shared-server';

export default () => startSharedServer('sqlite');
