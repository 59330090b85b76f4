import { lauxlib, lua, lualib, to_luastring } from 'fengari';

import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';

/** The result of an Argo CD health check. */
export interface Health {
  readonly status: string;
  readonly message: string;
}

type LuaState = ReturnType<typeof lauxlib.luaL_newstate>;

/**
 * Runs a health check as Argo CD does one of its ConfigMap: a fresh state, the object as global `obj`, and the base and table libraries
 * alone. Argo CD also opens `package` and its own `os`; a script that needs one of them fails here. Source: argo-cd v3 (37ee0097),
 * util/lua/lua.go, `runLuaWithResourceActionParameters`, and gitops-engine/pkg/health/health.go, `GetResourceHealth`.
 * @throws {Error} the script does not load, fails, or returns something else than a status with a message
 */
export function luaHealth(script: string, object: KubeObject): Health {
  if (object.metadata.deletionTimestamp !== undefined) return { status: 'Progressing', message: 'Pending deletion' };
  const state = lauxlib.luaL_newstate();
  try {
    open(state, '_G', lualib.luaopen_base);
    open(state, 'table', lualib.luaopen_table);
    push(state, object);
    lua.lua_setglobal(state, to_luastring('obj'));
    const failed = lauxlib.luaL_loadstring(state, to_luastring(script)) || lua.lua_pcall(state, 0, 1, 0);
    if (failed !== lua.LUA_OK) throw new Error(lua.lua_tojsstring(state, -1) ?? 'the script failed');
    if (!lua.lua_istable(state, -1)) throw new Error('the script returned no table');
    return { status: text(state, 'status'), message: text(state, 'message') };
  } finally {
    lua.lua_close(state);
  }
}

function open(state: LuaState, name: string, library: (state: LuaState) => number): void {
  lauxlib.luaL_requiref(state, to_luastring(name), library, true);
  lua.lua_pop(state, 1);
}

function text(state: LuaState, name: string): string {
  lua.lua_getfield(state, -1, to_luastring(name));
  const found = lua.lua_tojsstring(state, -1);
  lua.lua_pop(state, 1);
  if (found === null) throw new Error(`the script returned no ${name}`);
  return found;
}

/** Numbers are printed as in Lua 5.1: integers without a decimal point. */
function push(state: LuaState, value: unknown): void {
  // Stack slots for a table, a name and a value.
  lua.lua_checkstack(state, 3);
  if (typeof value === 'string') lua.lua_pushstring(state, to_luastring(value));
  else if (typeof value === 'boolean') lua.lua_pushboolean(state, value);
  else if (typeof value === 'number') {
    if (Number.isInteger(value)) lua.lua_pushinteger(state, value);
    else lua.lua_pushnumber(state, value);
  } else if (Array.isArray(value)) pushList(state, value);
  else if (typeof value === 'object' && value !== null) pushFields(state, value);
  else lua.lua_pushnil(state);
}

function pushList(state: LuaState, list: readonly unknown[]): void {
  lua.lua_createtable(state, list.length, 0);
  for (const [at, entry] of list.entries()) {
    push(state, entry);
    lua.lua_rawseti(state, -2, at + 1);
  }
}

function pushFields(state: LuaState, object: object): void {
  lua.lua_createtable(state, 0, 0);
  for (const [name, entry] of Object.entries(object)) {
    lua.lua_pushstring(state, to_luastring(name));
    push(state, entry);
    lua.lua_rawset(state, -3);
  }
}
