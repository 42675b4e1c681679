import { logIn } from '../../support/accounts';
import { change, type Area, type Operation } from '../operation';
import { Contradiction } from '../register';
import { present } from '../scene';

const changePassword: Operation = {
  name: 'change a password',
  attempt(scene, dice) {
    const owner = dice.oneOf(present(scene.everybody));
    const caller = dice.onceIn(3) ? dice.oneOf(present(scene.everybody)) : owner;
    if (!owner || !caller) return undefined;
    const password = `open-sesame-${scene.number()}`;
    return {
      what: `${caller.name} changes the password of ${owner.name} to ${password}`,
      isAllowed: caller === owner,
      dependsOn: [caller.exists, owner.exists],
      send() {
        scene.passwordsTried.get(owner.name)?.push(password);
        return scene.api.put(`/auth/user/${owner.userId}`, {
          token: caller.token,
          body: { updates: { password } },
        });
      },
      changes: [change(scene.passwords.get(owner.name), password)],
      learn() {
        owner.password = password;
        scene.mails.push({ to: owner.email });
      },
    };
  },
};

/** How many of the last ones are tried. */
const tried = 3;

/** Passwords: of all that an account had or may have been given, exactly one works. */
export const passwords: Area = {
  name: 'passwords',
  operations: [changePassword],
  async check(scene) {
    for (const owner of present(scene.everybody)) {
      const right: string[] = [];
      for (const password of scene.passwordsTried.get(owner.name)?.slice(-tried) ?? []) {
        const { status } = await logIn(scene.server, owner.email, password);
        if (status !== 200 && status !== 401)
          throw new Contradiction(`The log-in of ${owner.name} is answered with ${status}`);
        if (status === 200) right.push(password);
      }
      if (right.length > 1) throw new Contradiction(`${owner.name} gets in with ${right.join(' and ')}`);
      const [password] = right;
      scene.passwords.get(owner.name).settle(password);
      if (password !== undefined) owner.password = password;
    }
  },
  afterDeletion: ({ passwords: registers }, { name }) => [change(registers.get(name), undefined)],
};
