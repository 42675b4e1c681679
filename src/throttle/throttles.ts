import type { Config } from '../config';
import type { CounterStore } from './counter';
import { KnownAddressThrottle } from './known-address-throttle';
import { SecretThrottle } from './secret-throttle';
import { Throttle } from './throttle';

/** Everything that is slowed down, each by settings. */
export function createThrottles(store: CounterStore, config: Config) {
  const guesses = { events: config.LOGIN_ATTEMPTS, seconds: config.LOGIN_ATTEMPTS_WINDOW };
  const ofNetwork = { ...guesses, events: config.loginAttemptsPerNetwork, keepsFailures: true } as const;
  return {
    /** Wrong passwords, for an account and a network. */
    logIn: new Throttle(store, { name: 'log-in', ...guesses }),
    /** The same for a network, whatever the account: one password may be tried with many addresses. */
    logInFromNetwork: new Throttle(store, { name: 'log-in-network', ...ofNetwork }),
    /** Sign-ups with an address that has an account, for the address and a network. */
    signUp: new Throttle(store, { name: 'sign-up', ...guesses }),
    /** Answers that an address has an account, for the account that asks, and for a network. */
    knownAddress: new KnownAddressThrottle(
      new Throttle(store, { name: 'known-address', ...guesses, keepsFailures: true }),
      new Throttle(store, { name: 'address-network', ...ofNetwork }),
    ),
    /** Wrong secrets of clients and servers, for the name and a network, wherever they are shown. */
    clientSecret: new SecretThrottle(new Throttle(store, { name: 'client-secret', ...guesses })),
    /** Wrong secrets of servers for a network, whatever the name: names of servers can be made up. */
    serverFromNetwork: new SecretThrottle(new Throttle(store, { name: 'server-network', ...ofNetwork })),
    /** Servers that have logged in from a network: nobody else's guesses hold them up. */
    knownServer: new Throttle(store, { name: 'known-server', events: Infinity, seconds: 7 * 24 * 3600 }),
    /** Wrong birthdays of who takes an account over, for the account. */
    claim: new Throttle(store, { name: 'claim', events: 20, seconds: 3600 }),
    /** Wrong codes and birthdays of who claims prescriptions, for the account. Clients count on 30 in a minute. */
    prescriptionClaim: new Throttle(store, { name: 'prescription-claim', events: 60, seconds: 60 }),
    /** Wrong birthdays of a prescription, for its code, whoever tries them. */
    prescriptionBirthday: new Throttle(store, { name: 'prescription-code', events: 100, seconds: 3600 }),
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
