import Glibc

/// A C or Swift source next to the benchmarks, which is compiled when they run and called in the
/// same process.
@safe
struct Peer {
  typealias Scan = @convention(c) (UnsafePointer<UInt8>?, Int, Int) -> UInt64
  typealias Copy =
    @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int) -> UInt64

  /// A C function that processes bytes a number of times.
  typealias Repeat = @convention(c) (UnsafePointer<UInt8>?, Int, Int) -> UInt64
  typealias PingPong = @convention(c) (Int32, Int32, Int) -> Int32
  typealias Heap = @convention(c) () -> Int
  typealias Pin = @convention(c) (Int32) -> Void

  enum Failure: Error, CustomStringConvertible {
    case command(String, status: Int32)
    case symbol(String)

    var description: String {
      switch self {
      case .command(let command, let status): "`\(command)` ended with status \(status)"
      case .symbol(let name): "the compiled peer lacks \(name)"
      }
    }
  }

  private let library: UnsafeMutableRawPointer

  /// Compiles a C source of the `Peers` folder with `cc -O2` and loads the library.
  init(source: String, libraries: [String] = []) throws {
    let object = try Command.temporaryFolder() + "/peer.so"
    defer { Command.removeTemporaryFolder(of: object) }
    try Self.compile(source, to: object, isLibrary: true, libraries: libraries)
    try self.init(loading: object, source)
  }

  /// Compiles sources next to the benchmarks with `swiftc -O` as one module, and loads the module.
  init(module: String, swift sources: [String]) throws {
    let object = try Command.temporaryFolder() + "/peer.so"
    defer { Command.removeTemporaryFolder(of: object) }
    let parent = Self.folder.dropLast("/Peers".utf8.count)
    let command =
      ["swiftc", "-O", "-wmo", "-parse-as-library", "-emit-library", "-module-name", module]
      + ["-o", object] + sources.map { "\(parent)/\($0)" }
    let status = try Command.run(command).status
    guard status == 0 else {
      throw Failure.command(command.joined(separator: " "), status: status)
    }
    try self.init(loading: object, module)
  }

  private init(loading object: String, _ source: String) throws {
    guard let library = unsafe dlopen(object, RTLD_NOW) else { throw Failure.symbol(source) }
    unsafe self.library = library
  }

  /// The folder of the peers' sources.
  static let folder =
    #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex) + "/Peers"

  /// Compiles a source of the `Peers` folder.
  static func compile(
    _ source: String, to path: String, isLibrary: Bool, level: String = "-O2",
    libraries: [String] = []
  ) throws {
    let command =
      ["cc", level] + (isLibrary ? ["-shared", "-fPIC"] : [])
      + ["-o", path, "\(folder)/\(source)"] + libraries.map { "-l\($0)" }
    let status = try Command.run(command).status
    guard status == 0 else {
      throw Failure.command(command.joined(separator: " "), status: status)
    }
  }

  func scan() throws -> Scan { unsafe unsafeBitCast(try symbol("scan_heads"), to: Scan.self) }

  func copy() throws -> Copy { unsafe unsafeBitCast(try symbol("copy_bytes"), to: Copy.self) }

  /// Returns the C function that copies bytes in pieces of a given size.
  func copyPieces() throws -> Copy {
    unsafe unsafeBitCast(try symbol("copy_pieces"), to: Copy.self)
  }

  func xml() throws -> Repeat { unsafe try repeating("parse_xml") }

  func repeating(_ name: String) throws -> Repeat {
    unsafe unsafeBitCast(try symbol(name), to: Repeat.self)
  }

  func client() throws -> PingPong {
    unsafe unsafeBitCast(try symbol("ping_pong_client"), to: PingPong.self)
  }

  func heap() throws -> Heap { unsafe unsafeBitCast(try symbol("heap_in_use"), to: Heap.self) }

  func pin() throws -> Pin { unsafe unsafeBitCast(try symbol("pin_to_core"), to: Pin.self) }

  private func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let symbol = unsafe dlsym(library, name) else { throw Failure.symbol(name) }
    return unsafe symbol
  }
}
