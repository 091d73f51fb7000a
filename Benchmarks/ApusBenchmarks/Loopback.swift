import Glibc

/// A listening socket on this machine for a server process that inherits the socket.
struct Loopback {
  let port: UInt16
  let descriptor: Int32

  /// Listens at a free port, either at 127.0.0.1 or at all addresses.
  init(isOnAllAddresses: Bool = false) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Peer.Failure.command("socket", status: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = isOnAllAddresses ? 0 : UInt32(0x7f00_0001).bigEndian
    var count = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: the structure has the given length, and outlives the calls.
    let result = unsafe withUnsafeMutableBytes(of: &address) { [descriptor] bytes in
      let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      guard let pointer = unsafe pointer else { return Int32(-1) }
      guard unsafe bind(descriptor, pointer, count) == 0, listen(descriptor, 4096) == 0 else {
        return -1
      }
      return unsafe getsockname(descriptor, pointer, &count)
    }
    guard result == 0 else {
      Glibc.close(descriptor)
      throw Peer.Failure.command("bind", status: errno)
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Closes the socket. A server process that inherited the socket keeps its own copy.
  func close() { _ = Glibc.close(descriptor) }
}
