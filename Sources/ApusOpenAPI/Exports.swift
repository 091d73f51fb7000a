// A program that also imports Apus needs this name for the functions of this module.

@_exported public import class ApusSession.HTTPSession
