public struct Logger: Sendable { public init() {} }
