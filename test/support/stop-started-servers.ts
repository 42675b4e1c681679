import { closeStartedServers } from './server-process';

afterAll(closeStartedServers);
