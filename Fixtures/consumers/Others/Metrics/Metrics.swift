public struct Counter: Sendable { public init() {} }
public struct Timer: Sendable { public init() {} }
