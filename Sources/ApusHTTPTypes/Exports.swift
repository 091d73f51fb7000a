// With `import Apus` next to it, these are the names that this module's functions show.

@_exported public import enum ApusHTTP.HTTP
@_exported public import class ApusSession.HTTPSession
