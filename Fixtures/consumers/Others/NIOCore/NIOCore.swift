public struct ByteBuffer: Sendable { public init() {} }
public struct Channel: Sendable { public init() {} }
public struct EventLoop: Sendable { public init() {} }
public struct SocketAddress: Sendable { public init() {} }
