extension SocketAddress {
  /// Creates the address of one side of a socket. The result is `nil` if the side has no address.
  init?(of descriptor: Descriptor, isPeer: Bool) {
    var bytes: [UInt8] = []
    _ = descriptor.use { socket in
      bytes = Kernel.Sockets.address(of: socket, isPeer: isPeer)
      return 0
    }
    self.init(kernelForm: bytes)
  }

  /// Returns the bytes of an address in the kernel's layout. Throws an error if the socket path is
  /// invalid.
  func bytes() throws(NetError) -> [UInt8] {
    guard let bytes = kernelForm else {
      throw .unusablePath(description, limit: Self.longestPath)
    }
    return bytes
  }
}
