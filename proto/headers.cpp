// Nothing of its own: headers that many sources read are precompiled with this file, once a folder of layers.
