/// A descriptor's place in a loop, from when it is added until it is taken out.
struct Attachment {
  let loop: EventLoop
  let readiness: Readiness
  let token: UInt64

  /// Lets a loop report a descriptor.
  init(of descriptor: Descriptor, to loop: EventLoop) throws(NetError) {
    self.loop = loop
    readiness = Readiness(on: loop)
    token = try loop.add(descriptor, readiness)
  }
}
