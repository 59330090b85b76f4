/** The part of npm's `fengari` (Lua's C API in JavaScript) that `lua-health.ts` uses. */
declare module 'fengari' {
  interface LuaState {
    readonly _brand: 'lua_State';
  }
  type LuaFunction = (state: LuaState) => number;

  export function to_luastring(text: string): Uint8Array;
  export const lua: {
    readonly LUA_OK: 0;
    lua_checkstack(state: LuaState, free: number): boolean;
    lua_close(state: LuaState): void;
    lua_createtable(state: LuaState, items: number, fields: number): void;
    lua_getfield(state: LuaState, index: number, name: Uint8Array): number;
    lua_istable(state: LuaState, index: number): boolean;
    lua_pcall(state: LuaState, given: number, returned: number, handler: number): number;
    lua_pop(state: LuaState, count: number): void;
    lua_pushboolean(state: LuaState, value: boolean): void;
    lua_pushinteger(state: LuaState, value: number): void;
    lua_pushnil(state: LuaState): void;
    lua_pushnumber(state: LuaState, value: number): void;
    lua_pushstring(state: LuaState, text: Uint8Array): void;
    lua_rawset(state: LuaState, index: number): void;
    lua_rawseti(state: LuaState, index: number, at: number): void;
    lua_setglobal(state: LuaState, name: Uint8Array): void;
    lua_tojsstring(state: LuaState, index: number): string | null;
  };
  export const lauxlib: {
    luaL_loadstring(state: LuaState, text: Uint8Array): number;
    luaL_newstate(): LuaState;
    luaL_requiref(state: LuaState, name: Uint8Array, open: LuaFunction, global: boolean): void;
  };
  export const lualib: { readonly luaopen_base: LuaFunction; readonly luaopen_table: LuaFunction };
}
