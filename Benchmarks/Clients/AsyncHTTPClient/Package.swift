// swift-tools-version: 6.0

import PackageDescription

// Built only if APUS_MIRRORS names a mirrors file, because its packages come from the network.
let package = Package(
  name: "AsyncHTTPClientClient",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.24.0")
  ],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")])
  ]
)
