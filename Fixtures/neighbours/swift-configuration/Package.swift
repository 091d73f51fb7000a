// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "swift-configuration",
  products: [
    .library(name: "Configuration", targets: ["Configuration"]),
    .library(name: "ConfigurationTesting", targets: ["ConfigurationTesting"]),
  ],
  targets: [
    .target(name: "Configuration"),
    .target(name: "ConfigurationTesting", dependencies: ["Configuration"]),
  ]
)
