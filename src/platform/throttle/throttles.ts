import type { Config } from '../config';
import type { CounterStore } from './counter';
import { KnownAddressThrottle } from './known-address-throttle';
import { SecretThrottle } from './secret-throttle';
import { Throttle } from './throttle';

/** All rate limits, according to the settings. */
export function createThrottles(store: CounterStore, config: Config) {
  const guesses = { events: config.LOGIN_ATTEMPTS, seconds: config.LOGIN_ATTEMPTS_WINDOW };
  const ofNetwork = { ...guesses, events: config.loginAttemptsPerNetwork, keepsFailures: true } as const;
  return {
    /** Wrong passwords, per account and network. */
    logIn: new Throttle(store, { name: 'log-in', ...guesses }),
    /** Wrong passwords per network, across accounts: one password may be tried with many addresses. */
    logInFromNetwork: new Throttle(store, { name: 'log-in-network', ...ofNetwork }),
    /** Sign-ups with a known address, per address and network. */
    signUp: new Throttle(store, { name: 'sign-up', ...guesses }),
    /** Responses that reveal that an address has an account, per requesting account and per network. */
    knownAddress: new KnownAddressThrottle(
      new Throttle(store, { name: 'known-address', ...guesses, keepsFailures: true }),
      new Throttle(store, { name: 'address-network', ...ofNetwork }),
    ),
    /** Wrong secrets of clients and servers, per name and network, across all endpoints. */
    clientSecret: new SecretThrottle(new Throttle(store, { name: 'client-secret', ...guesses })),
    /** Wrong server secrets per network, across names, because server names can be made up. */
    serverFromNetwork: new SecretThrottle(new Throttle(store, { name: 'server-network', ...ofNetwork })),
    /** Servers that have logged in from a network: guesses of others do not throttle them. */
    knownServer: new Throttle(store, { name: 'known-server', events: Infinity, seconds: 7 * 24 * 3600 }),
    /** Wrong birthdays when claiming an account, per account. */
    claim: new Throttle(store, { name: 'claim', events: 20, seconds: 3600 }),
    /** Wrong codes and birthdays when claiming prescriptions, per account. Clients rely on 30 a minute. */
    prescriptionClaim: new Throttle(store, { name: 'prescription-claim', events: 60, seconds: 60 }),
    /** Wrong birthdays for a prescription code, across accounts. */
    prescriptionBirthday: new Throttle(store, { name: 'prescription-code', events: 100, seconds: 3600 }),
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
