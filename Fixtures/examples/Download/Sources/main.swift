// A download with progress.
//
// The file appears under its name only if it is complete. A broken download never leaves half a
// file under that name.
//
//     swift run Download [URL FILE]
//
// Without arguments, the program downloads four mebibytes from a server of its own.

import Apus
import ApusTestServer
import Foundation

let server = try await TestServer { _ in
  .response(HTTP.Response(200, body: [UInt8](repeating: 0x61, count: 4 << 20)))
}
let arguments = CommandLine.arguments.dropFirst()
let url = arguments.first ?? server.url + "archive.tar"
let folder = FileManager.default.temporaryDirectory.path
let file = arguments.dropFirst().first ?? folder + "/archive.tar"

let session = try HTTPSession()
var shown = -1
let download = try await session.download(.reference(url), to: file, options: .overwrite) {
  // Called for each piece; a line for each tenth is enough.
  guard let fraction = $0.fraction, Int(fraction * 10) > shown else { return }
  shown = Int(fraction * 10)
  print("\(shown * 10) %")
}
print("saved \(download.byteCount) bytes in \(download.path)")

if arguments.isEmpty { try FileManager.default.removeItem(atPath: file) }
await session.shutdown(within: .seconds(5))
await server.shutdown()
