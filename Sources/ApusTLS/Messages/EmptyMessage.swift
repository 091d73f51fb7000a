import ApusBytes

/// A message that says nothing but that it is there. RFC 5246 section 7.4.
protocol EmptyMessage: HandshakeMessage {
  init()
}

extension EmptyMessage {
  init(from reader: inout ByteReader) throws(DecodeError) { self.init() }
  func write(to writer: inout ByteWriter) {}
}

/// The end of what a server of TLS 1.2 has to say first. RFC 5246 section 7.4.5.
struct ServerHelloDone: EmptyMessage {
  static var handshakeType: HandshakeType { .serverHelloDone }
}

/// The wish of a server of TLS 1.2 to negotiate anew. RFC 5246 section 7.4.1.1.
struct HelloRequest: EmptyMessage {
  static var handshakeType: HandshakeType { .helloRequest }
}
