import { stopSharedServer } from './shared-server';

export default () => stopSharedServer('browser');
