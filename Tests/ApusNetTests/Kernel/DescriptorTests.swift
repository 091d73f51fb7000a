import CApusTestSupport
import Testing

@testable import ApusNet

@Suite struct DescriptorTests {
  @Test func `a call on a closed file descriptor returns EBADF`() throws {
    let descriptor = try Descriptor(opened: Kernel.Files.openReading("/dev/null"), by: "open")
    #expect(descriptor.use { _ in 7 } == 7)
    descriptor.close()
    descriptor.close()
    #expect(descriptor.isClosed)
    #expect(descriptor.use { _ in 7 } == Kernel.Failure.badDescriptor)
  }

  @Test func `a call that closes its own file descriptor can finish using it`() throws {
    let descriptor = try Descriptor(opened: Kernel.Files.openReading("/etc/passwd"), by: "open")
    let result = descriptor.use { number in
      descriptor.close()
      #expect(descriptor.use { _ in 7 } == Kernel.Failure.badDescriptor)
      return Kernel.Files.size(of: number)
    }
    #expect(result >= 0)
    #expect(descriptor.isClosed)
  }

  /// A number that is released too early immediately belongs to a file of another thread.
  @Test(.enabled(if: LinuxOnly.hasProc, "there is no /proc"))
  func `a late call on a closed descriptor never reaches a file opened later`() async {
    await #expect(processExitsWith: .success) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<3000 {
              let folder = try Descriptor(opened: Kernel.Files.openFolder("/"), by: "open")
              async let closed: Void = folder.close()
              for _ in 0..<4 {
                // The size of a folder is an error; a file of another task would have a size.
                let size = folder.use(Kernel.Files.size)
                let isOwn =
                  size == Kernel.Failure.invalidArgument || size == Kernel.Failure.badDescriptor
                #expect(isOwn)
              }
              await closed
            }
          }
          group.addTask {
            for _ in 0..<12_000 {
              let file = try Descriptor(
                opened: Kernel.Files.openReading("/proc/self/stat"), by: "open")
              let size = file.use(Kernel.Files.size)
              #expect(size == 0)
              file.close()
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `the error of a failed open call contains the path and the reason`() {
    let error = #expect(throws: NetError.self) {
      _ = try Descriptor(opened: Kernel.Files.openReading("/missing"), by: "open", "/missing")
    }
    #expect(error?.description == "open /missing: No such file or directory")
  }

  /// The numbers come from our own calls: the runtime has descriptors of its own, which may be
  /// there.
  @Test func `with closed stdin, stdout and stderr, no new descriptor takes their numbers`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = FilePath(try folder.write([1], to: "file"))
      for descriptor in Int32(0)...2 { #expect(apus_test_close(descriptor) == 0) }
      let parent = Kernel.Files.openFolder(FilePath(folder.path))
      let inFolder = Int32(truncatingIfNeeded: parent)
      let poller = Kernel.Poller.open()
      let inPoller = Int32(truncatingIfNeeded: poller)
      let opened = [
        parent, Kernel.Sockets.open(family: 2), poller, Kernel.Poller.openWake(in: inPoller),
        Kernel.Poller.openTimer(in: inPoller), Kernel.Files.openReading(path),
        Kernel.Files.create("new", in: inFolder, mode: 0o600),
        Kernel.Files.createNameless(in: inFolder, mode: 0o600),
        Kernel.Files.reopen("new", in: inFolder),
      ]
      for number in opened { #expect(number > 2) }
      let loop = try EventLoop()
      let connection = try await Connection(on: loop)
      for socket in [connection.client, connection.server] {
        #expect(socket.descriptor.use { Int64($0) } > 2)
      }
      try await connection.client.send([7])
      #expect(try await connection.server.receiveAll(1) == [7])
      #expect(try Files.contents(of: path) == [1])
      #expect(try Files.names(in: folder.path) == ["file", "new"])
    }
  }
}
