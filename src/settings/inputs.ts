import { COMMAND_OF_MODE, type Mode, MODES } from './commands.ts';
import { type InputName, isForCommand, SETTING_NAMES, SETTINGS } from './settings.ts';

/** The inputs of the Action. */
export const INPUT_NAMES = SETTING_NAMES.filter((name) => SETTINGS[name].input !== undefined) as readonly InputName[];

/**
 * The modes in which an input has an effect. An input that is passed on as a flag has an effect if the command of the mode has that flag.
 */
export function modesOf(name: InputName): readonly Mode[] {
  const setting = SETTINGS[name];
  const { input } = setting;
  if (input !== undefined && input !== 'as the flag') return input.modes;
  return MODES.filter((mode) => mode !== 'comment' && isForCommand(setting, COMMAND_OF_MODE[mode]));
}
