import type { Config } from '../config';
import type { CounterStore } from './counter';
import { Throttle } from './throttle';

/** Everything that is slowed down, each by settings. */
export function createThrottles(store: CounterStore, config: Config) {
  const guesses = { events: config.LOGIN_ATTEMPTS, seconds: config.LOGIN_ATTEMPTS_WINDOW };
  return {
    /** Wrong passwords, for an account and a network. */
    logIn: new Throttle(store, { name: 'log-in', ...guesses }),
    /** Sign-ups with an address that has an account, for the address and a network. */
    signUp: new Throttle(store, { name: 'sign-up', ...guesses }),
    /** Wrong shared secrets of servers, for a network. */
    serverLogIn: new Throttle(store, { name: 'server-log-in', ...guesses }),
    /** Wrong birthdays of who takes an account over, for the account. */
    claim: new Throttle(store, { name: 'claim', events: 20, seconds: 3600 }),
    /** Wrong codes and birthdays of who claims prescriptions, for the account. Clients count on 30 in a minute. */
    prescriptionClaim: new Throttle(store, { name: 'prescription-claim', events: 60, seconds: 60 }),
    /** Wrong birthdays of a prescription, for its code, whoever tries them. */
    prescriptionBirthday: new Throttle(store, { name: 'prescription-code', events: 100, seconds: 3600 }),
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
